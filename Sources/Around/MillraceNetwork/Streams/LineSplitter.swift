import Foundation

/// Splits bytes into lines, in whatever pieces they come. A line ends with LF, CR, or both.
struct LineSplitter {
    /// The bytes of the line that has not ended.
    private(set) var rest: [UInt8] = []
    /// Whether the last byte was a CR, to which an LF belongs.
    private var isAfterReturn = false

    /// Takes bytes, and passes on each line that they end, without its end.
    mutating func add(_ bytes: Data, _ receive: ([UInt8]) -> Void) {
        for byte in bytes {
            let isRest = isAfterReturn && byte == UInt8(ascii: "\n")
            isAfterReturn = byte == UInt8(ascii: "\r")
            if isRest { continue }
            if isAfterReturn || byte == UInt8(ascii: "\n") {
                receive(rest)
                rest.removeAll(keepingCapacity: true)
            } else {
                rest.append(byte)
            }
        }
    }

    /// Takes the last line, which needs no end. Nil if it is empty.
    mutating func finish() -> [UInt8]? {
        defer { self = LineSplitter() }
        return rest.isEmpty ? nil : rest
    }
}
