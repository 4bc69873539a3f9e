import Foundation
import MillraceBase

/// The choices of the run under way, in a file: where a trap ends the process, the next one finds there how it came to it.
final class StepsFile {
    private let handle: FileHandle
    private let path: String

    /// The choices of a process that has ended in the midst of a run.
    let leftOver: [Int]

    /// Opens the file of an exploration. Nil where none can be written, or the same is being explored elsewhere.
    init?(at place: CallSite) {
        let file = temporaryFile(of: place, extension: "steps")
        path = file.path
        let content = FileManager.default.contents(atPath: path) ?? Data()
        let numbers = content.split(separator: UInt8(ascii: " ")).compactMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
        if let process = numbers.first, kill(pid_t(truncatingIfNeeded: process), 0) == 0 { return nil }
        leftOver = Array(numbers.dropFirst())
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { return nil }
        self.handle = handle
    }

    /// Notes that a run begins.
    func begin() {
        try? handle.truncate(atOffset: 0)
        try? handle.write(contentsOf: Data("\(ProcessInfo.processInfo.processIdentifier) ".utf8))
    }

    /// Notes a choice, before it is taken.
    func note(_ choice: Int) { try? handle.write(contentsOf: Data("\(choice) ".utf8)) }

    /// Removes the file: the process has come through.
    func remove() {
        try? handle.close()
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// Returns a temporary file that belongs to a place in the code.
func temporaryFile(of place: CallSite, extension name: String) -> URL {
    let source = "\(place.file)".split(separator: "/").last.map(String.init) ?? "explore"
    return FileManager.default.temporaryDirectory
        .appendingPathComponent("\(source.replacingOccurrences(of: ".swift", with: ""))-\(place.line).\(name)")
}
