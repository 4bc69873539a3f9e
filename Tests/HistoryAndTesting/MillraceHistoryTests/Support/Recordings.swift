import Foundation
import MillraceFlux
import MillraceHistory

/// An action that was called otherwise.
struct Plus: RecordedAction {
    static var recordedName: String { "Add" }
    let amount: Int
}

/// An action that has something to hide.
struct SignIn: RecordedAction {
    let user: String
    let password: String
    var redacted: SignIn? { SignIn(user: user, password: "") }
}

/// An action that cannot be recorded.
struct Wink: Action {}

/// What a recorder writes to, which can be full.
final class Tape {
    struct Full: Error {}

    private(set) var data = Data()
    private(set) var writes = 0

    /// How many bytes it still takes; nil where there is no limit.
    var room: Int?

    var text: String { String(decoding: data, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// The lines without their checksums.
    var contents: [String] { lines.map { "{" + $0.dropFirst(#"{"sum":"0123456789abcdef","#.count) } }

    func write(_ more: Data) throws {
        writes += 1
        let taken = room.map { more.prefix($0) } ?? more
        data += taken
        room = room.map { $0 - taken.count }
        if taken.count < more.count { throw Full() }
    }
}

/// A recording whose checksums fit what was made of it: for specs that change what is recorded.
///
/// FNV-1a, written a second time, so that a spec notices where the format changes.
func resealed(_ text: String) -> Data {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    let lines = text.split(separator: "\n").map { line in
        let content = line.dropFirst(#"{"sum":"0123456789abcdef","#.count)
        for byte in content.utf8 { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
        let digits = String(sum, radix: 16)
        return #"{"sum":""# + String(repeating: "0", count: 16 - digits.count) + digits + "\"," + content + "\n"
    }
    return Data(lines.joined().utf8)
}
