import Foundation
import MillraceFlux

/// The actions of the fixtures.
var fixtureTypes: ActionTypes {
    var types = ActionTypes()
    types.add(Add.self)
    types.add(Rename.self)
    return types
}

/// What a recorder writes to, which can be full.
final class Tape {
    struct Full: Error {}

    private(set) var data = Data()
    private(set) var writes = 0

    /// How many bytes it still takes; nil where there is no limit.
    var room: Int?

    var text: String { String(decoding: data, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    func write(_ more: Data) throws {
        writes += 1
        let taken = room.map { more.prefix($0) } ?? more
        data += taken
        room = room.map { $0 - taken.count }
        if taken.count < more.count { throw Full() }
    }
}
