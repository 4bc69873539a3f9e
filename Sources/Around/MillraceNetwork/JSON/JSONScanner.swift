import Foundation

/// Walks over JSON without making values of it: to find where a value stands, or where the text is no JSON.
///
/// It runs only when decoding has failed, so that decoding itself pays nothing for it.
struct JSONScanner {
    /// Where the text is no JSON, in bytes from its start.
    struct Fault: Error { let offset: Int }

    /// As deep as `JSONDecoder` goes.
    private static let deepest = 512

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Where the text stops being JSON. Nil if it is well-formed.
    static func fault(in bytes: some Sequence<UInt8>) -> Int? {
        var scanner = JSONScanner(bytes)
        do throws(Fault) {
            try scanner.skipValue(0)
            scanner.skipSpace()
            return scanner.index < scanner.bytes.count ? scanner.index : nil
        } catch {
            return error.offset
        }
    }

    /// Where the value at a path stands, or else the innermost container on the way that is there.
    static func offset(of path: [any CodingKey], in bytes: some Sequence<UInt8>) -> Int {
        var scanner = JSONScanner(bytes)
        scanner.skipSpace()
        var found = scanner.index
        for key in path {
            guard (try? scanner.enter(key)) == true else { break }
            scanner.skipSpace()
            found = scanner.index
        }
        return found
    }

    // MARK: Walking

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard byte == character.asciiValue else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ character: Character) throws(Fault) {
        skipSpace()
        if !take(character) { throw Fault(offset: index) }
    }

    /// Goes from the start of a container to the value of one of its keys. False if it has none.
    private mutating func enter(_ key: any CodingKey) throws(Fault) -> Bool {
        skipSpace()
        if take("[") { return try enter(index: key.intValue ?? -1) }
        guard take("{") else { return false }
        repeat {
            skipSpace()
            let start = index
            try skipString()
            let isSought = Self.text(bytes[start..<index]) == key.stringValue
            try expect(":")
            if isSought { return true }
            try skipValue(0)
            skipSpace()
        } while take(",")
        return false
    }

    private mutating func enter(index sought: Int) throws(Fault) -> Bool {
        guard sought >= 0 else { return false }
        for _ in 0..<sought {
            try skipValue(0)
            skipSpace()
            if !take(",") { return false }
        }
        skipSpace()
        return byte != UInt8(ascii: "]")
    }

    private mutating func skipValue(_ depth: Int) throws(Fault) {
        skipSpace()
        guard depth <= Self.deepest else { throw Fault(offset: index) }
        switch byte {
        case UInt8(ascii: "{"): try skipObject(depth)
        case UInt8(ascii: "["): try skipArray(depth)
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: try skipNumber()
        }
    }

    private mutating func skipObject(_ depth: Int) throws(Fault) {
        index += 1
        skipSpace()
        if take("}") { return }
        repeat {
            skipSpace()
            try skipString()
            try expect(":")
            try skipValue(depth + 1)
        } while hasNext(before: "}")
        try expect("}")
    }

    private mutating func skipArray(_ depth: Int) throws(Fault) {
        index += 1
        skipSpace()
        if take("]") { return }
        repeat {
            try skipValue(depth + 1)
        } while hasNext(before: "]")
        try expect("]")
    }

    /// Skips a comma. Returns whether another element follows: Foundation takes a comma behind the last one.
    private mutating func hasNext(before end: Character) -> Bool {
        skipSpace()
        if !take(",") { return false }
        skipSpace()
        return byte != end.asciiValue
    }

    private mutating func skipString() throws(Fault) {
        let start = index
        guard take("\"") else { throw Fault(offset: index) }
        while let byte, byte >= 0x20 {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        throw Fault(offset: index < bytes.count ? index : start)
    }

    private mutating func skip(_ word: StaticString) throws(Fault) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard byte == word.utf8Start[offset] else { throw Fault(offset: index) }
            index += 1
        }
    }

    private mutating func skipNumber() throws(Fault) {
        _ = take("-")
        if !take("0") { try skipDigits() }
        if take(".") { try skipDigits() }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(Fault) {
        let start = index
        while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
        if index == start { throw Fault(offset: index) }
    }

    /// The text of a string with its quotes.
    private static func text(_ quoted: ArraySlice<UInt8>) -> String? {
        if !quoted.contains(UInt8(ascii: "\\")) {
            return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSONDecoder().decode(String.self, from: Data(quoted))
    }
}
