/// Parses JSON (RFC 8259) into values, keeping what Foundation's parser loses: the order of an object's members, and
/// numbers that no `Double` holds. An error has its line and column.
///
/// One pass over the bytes; about as many allocations as there are arrays, objects and long strings.
package struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0

    /// How deeply arrays and objects may be nested.
    package static let depthLimit = 256

    /// Parses a document.
    ///
    /// - Throws: ``EntityError`` with the line and the column of the first mistake.
    package static func parse(_ document: some Sequence<UInt8>) throws(EntityError) -> FieldValue {
        let result = document.withContiguousStorageIfAvailable { bytes -> Result<FieldValue, EntityError> in
            Result { () throws(EntityError) in
                var parser = JSONParser(bytes: bytes)
                return try parser.document()
            }
        }
        guard let result else { return try parse(ContiguousArray(document)) }
        return try result.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func document() throws(EntityError) -> FieldValue {
        let value = try value()
        skipBlanks()
        if position < bytes.count { throw mistake("there is more after the end of the value") }
        return value
    }

    // MARK: - Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private func mistake(_ what: String) -> EntityError { mistake(what, at: position) }

    private func mistake(_ what: String, at position: Int) -> EntityError {
        var (line, start) = (1, 0)
        for index in 0..<min(position, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            start = index + 1
        }
        // Columns count characters as editors do, and not bytes.
        let before = UnsafeBufferPointer(rebasing: bytes[start..<min(position, bytes.count)])
        let column = String(decoding: before, as: UTF8.self).count + 1
        return EntityError(.malformed(line: line, column: column, what))
    }

    // MARK: - Values

    private mutating func value() throws(EntityError) -> FieldValue {
        skipBlanks()
        guard let byte = next else { throw mistake("the document ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw mistake("a value is expected")
        }
    }

    private mutating func word(_ word: StaticString, _ value: FieldValue) throws(EntityError) -> FieldValue {
        let end = position + word.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard end <= bytes.count, bytes[position..<end].elementsEqual(expected) else {
            throw mistake("a value is expected")
        }
        position = end
        return value
    }

    private mutating func descend() throws(EntityError) {
        position += 1
        depth += 1
        if depth > Self.depthLimit { throw mistake("more than \(Self.depthLimit) arrays and objects are nested") }
    }

    private mutating func array() throws(EntityError) -> FieldValue {
        try descend()
        defer { depth -= 1 }
        var elements: [FieldValue] = []
        skipBlanks()
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value())
            skipBlanks()
            if skip(UInt8(ascii: ",")) { continue }
            if skip(UInt8(ascii: "]")) { return .array(elements) }
            throw mistake("a comma or the end of the array is expected")
        }
    }

    private mutating func object() throws(EntityError) -> FieldValue {
        try descend()
        defer { depth -= 1 }
        var members: [FieldValue.Member] = []
        skipBlanks()
        if skip(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw mistake("a name in quotation marks is expected") }
            let name = try string()
            skipBlanks()
            guard skip(UInt8(ascii: ":")) else { throw mistake("a colon is expected") }
            members.append(FieldValue.Member(name, try value()))
            skipBlanks()
            if skip(UInt8(ascii: ",")) { continue }
            if skip(UInt8(ascii: "}")) { return .object(members) }
            throw mistake("a comma or the end of the object is expected")
        }
    }
}

// MARK: - Numbers

extension JSONParser {
    private mutating func number() throws(EntityError) -> FieldValue {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        let integer = digits()
        guard integer > 0 else { throw mistake("a digit is expected") }
        if integer > 1, bytes[position - integer] == UInt8(ascii: "0") {
            throw mistake("a number begins with a zero", at: position - integer)
        }
        var isInteger = true
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            if digits() == 0 { throw mistake("a digit is expected") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
            if digits() == 0 { throw mistake("a digit is expected") }
        }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
        return isInteger ? Self.integer(text) : Self.fraction(text)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, 0x30...0x39 ~= byte { position += 1 }
        return position - start
    }

    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> FieldValue {
        var (value, isNegative) = (0, false)
        for byte in text {
            if byte == UInt8(ascii: "-") {
                isNegative = true
                continue
            }
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.subtractingReportingOverflow(Int(byte &- 0x30))
            if overflows || overflowsToo { return .decimal(String(decoding: text, as: UTF8.self)) }
            value = sum
        }
        if isNegative { return value == 0 ? .number(-0.0) : .integer(value) }
        return value == .min ? .decimal(String(decoding: text, as: UTF8.self)) : .integer(-value)
    }

    private static func fraction(_ text: UnsafeBufferPointer<UInt8>) -> FieldValue {
        let digits = String(decoding: text, as: UTF8.self)
        // Fifteen digits are what every `Double` holds, unless it is too small to have all of its bits.
        let mantissa = text.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        let significant = mantissa.drop { !(0x31...0x39 ~= $0) }.count { 0x30...0x39 ~= $0 }
        if let double = Double(digits), double.isFinite {
            let isHeld = significant <= 15 && (double.magnitude >= .leastNormalMagnitude || significant == 0)
            if isHeld || double.description == digits { return .number(of: double) }
        }
        return wholeNumber(mantissa, exponent: text.dropFirst(mantissa.count + 1)) ?? .decimal(digits)
    }

    /// The whole number that digits with a fraction and an exponent are, such as `12.0` and `1.2e1`; nil if they are
    /// none, or if it has more digits than any integer.
    private static func wholeNumber(
        _ mantissa: Slice<UnsafeBufferPointer<UInt8>>,
        exponent: Slice<UnsafeBufferPointer<UInt8>>
    ) -> FieldValue? {
        let exponent = exponent.isEmpty ? 0 : Int(String(decoding: exponent, as: UTF8.self))
        guard let exponent, (-400...400).contains(exponent) else { return nil }
        let parts = mantissa.split(separator: UInt8(ascii: "."), maxSplits: 1)
        var digits = ContiguousArray(parts.joined())
        var zeros = exponent - (parts.count > 1 ? parts[1].count : 0)
        while zeros < 0, digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            zeros += 1
        }
        guard zeros >= 0, digits.count + zeros <= 40 else { return nil }
        digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: zeros))
        return digits.withUnsafeBufferPointer(integer)
    }
}

// MARK: - Strings

extension JSONParser {
    private mutating func string() throws(EntityError) -> String {
        position += 1
        let start = position
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                return try text(UnsafeBufferPointer(rebasing: bytes[start..<position]), at: start)
            case UInt8(ascii: "\\"): return try stringWithEscapes(from: start)
            case 0..<0x20: throw mistake("a control character in a string")
            default: position += 1
            }
        }
        throw mistake("the document ends within a string")
    }

    private func text(_ bytes: some Collection<UInt8>, at start: Int) throws(EntityError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw mistake("a string that is not UTF-8", at: start)
        }
        return text
    }

    private mutating func stringWithEscapes(from start: Int) throws(EntityError) -> String {
        var result = ContiguousArray(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(result, at: start)
            case UInt8(ascii: "\\"): try escape(into: &result)
            case 0..<0x20: throw mistake("a control character in a string", at: position - 1)
            default: result.append(byte)
            }
        }
        throw mistake("the document ends within a string")
    }

    private mutating func escape(into result: inout ContiguousArray<UInt8>) throws(EntityError) {
        guard let byte = next else { throw mistake("the document ends within a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"): result.append(contentsOf: String(try scalar()).utf8)
        default: throw mistake("an unknown escape", at: position - 1)
        }
    }

    /// The scalar of `\uXXXX`, or of two that are a surrogate pair. A surrogate alone becomes the replacement
    /// character.
    private mutating func scalar() throws(EntityError) -> Character {
        let high = try hexadecimal()
        guard 0xD800...0xDBFF ~= high else { return Character(Unicode.Scalar(high) ?? "\u{FFFD}") }
        let mark = position
        guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
            position = mark
            return "\u{FFFD}"
        }
        let low = try hexadecimal()
        guard 0xDC00...0xDFFF ~= low else {
            position = mark
            return "\u{FFFD}"
        }
        return Character(Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)) ?? "\u{FFFD}")
    }

    private mutating func hexadecimal() throws(EntityError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw mistake("four hexadecimal digits are expected")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
