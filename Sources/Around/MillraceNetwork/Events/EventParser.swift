import Foundation
import MillraceBase

/// Reads events from the bytes of an event stream, in whatever pieces they come (HTML, 9.2.6).
struct EventParser {
    private var lines = LineSplitter()
    private var isFirstLine = true
    private var name = ""
    private var data: [UInt8] = []
    /// The last `id`, which counts from the end of its event on.
    private var newID: String

    /// The last `id` of an event that has ended.
    private(set) var lastID: String
    /// How many milliseconds the server wants between two connections. Nil if it has not said so.
    private(set) var retry: Int?

    /// - Parameter lastID: That of the connection before.
    init(after lastID: String = "") { (self.lastID, newID) = (lastID, lastID) }

    /// How many bytes it holds of a line that has not ended.
    var size: Int { lines.rest.count + data.count + name.utf8.count + newID.utf8.count }

    /// Takes bytes, and returns the events that they end.
    mutating func add(_ bytes: Data) -> [ServerSentEvent] {
        var found: [[UInt8]] = []
        lines.add(bytes) { found.append($0) }
        return found.compactMap { take($0[...]) }
    }

    private mutating func take(_ line: ArraySlice<UInt8>) -> ServerSentEvent? {
        var line = line
        if exchange(&isFirstLine, with: false), line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        if line.isEmpty { return end() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A line that begins with a colon is a comment, and other fields mean nothing.
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data": data += value + [UInt8(ascii: "\n")]
        case "id": if !value.contains(0) { newID = String(decoding: value, as: UTF8.self) }
        case "retry":
            let isNumber = value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if isNumber, let milliseconds = Int(String(decoding: value, as: UTF8.self)) { retry = milliseconds }
        default: break
        }
        return nil
    }

    private mutating func end() -> ServerSentEvent? {
        defer { (name, data) = ("", []) }
        lastID = newID
        if data.isEmpty { return nil }
        let text = String(decoding: data.dropLast(), as: UTF8.self)
        return ServerSentEvent(text, name: name.isEmpty ? "message" : name, id: lastID)
    }
}
