import Foundation
import MillraceBase

/// Reads the lines of a recording one after the other, and verifies that each is the original one.
struct RecordingReader {
    private var rest: Data
    private var chain = RecordedChain()

    /// The number of the last line read, counted from 1.
    private(set) var number = 0

    init(_ data: Data) { rest = data }

    /// Whether nothing is left, not even a part of a line.
    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next line, without its line end; nil at the end of the file, and if the file ends within the line.
    ///
    /// - Throws: If the line is not the original one, and the end of the file does not explain it.
    mutating func next() throws(RecordingError) -> Data? {
        guard !rest.isEmpty else { return nil }
        number += 1
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        let line = rest[..<(end ?? rest.endIndex)]
        rest = end.map { rest[($0 + 1)...] } ?? Data()
        if chain.advance(over: line) { return line }
        // A line that is cut off is not yet a JSON object, and nothing follows one either.
        let isObject = (try? JSONSerialization.jsonObject(with: line)) != nil
        if end == nil, !isObject, !chain.hasMore(after: line) { return nil }
        let reason = isObject ? "it does not follow the lines before" : "it is no line of a recording"
        throw .damaged(line: number, reason: reason)
    }
}
