import Foundation
import MillraceBase

/// Lines of a recording, sealed as the recorder seals them.
struct SealedLines {
    private(set) var data = Data()
    private var chain = RecordedChain()

    init(_ lines: String...) { for line in lines { add(line) } }

    /// Adds the JSON of an object.
    mutating func add(_ line: String) { add(Data(line.utf8)) }

    mutating func add(_ line: Data) {
        data += chain.seal(Array(line))
    }

    static let header =
        #"{"inspection":2,"began":"2026-01-01T10:00:00Z","states":[["list",{"t":"List","f":[["rows",{"l":[]}]]}]]}"#
}

/// A folder that goes with the object.
final class ScratchFolder {
    let url: URL

    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("inspector-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ data: Data, _ name: String) -> String {
        _ = FileManager.default.createFile(atPath: path(name), contents: data)
        return path(name)
    }

    func read(_ name: String) -> Data { FileManager.default.contents(atPath: path(name)) ?? Data() }
}
