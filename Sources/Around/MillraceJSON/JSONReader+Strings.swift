extension JSONReader {
    /// Reads a text in quotation marks.
    public mutating func string() throws(JSONError) -> String {
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

    /// Passes over a text in quotation marks, with the mistakes that ``string()`` finds.
    mutating func skipString() throws(JSONError) {
        position += 1
        let start = position
        var bits: UInt8 = 0
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                // Bytes that have the eighth bit nowhere are ASCII.
                if bits >= 0x80 { _ = try text(UnsafeBufferPointer(rebasing: bytes[start..<position - 1]), at: start) }
                return
            case UInt8(ascii: "\\"): try skipEscape()
            case 0..<0x20: throw mistake("a control character in a string", at: position - 1)
            default: bits |= byte
            }
        }
        throw mistake("the document ends within a string")
    }

    private mutating func skipEscape() throws(JSONError) {
        guard let byte = next else { throw mistake("the document ends within a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "u"): _ = try hexadecimal()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        default: throw mistake("an unknown escape", at: position - 1)
        }
    }

    private func text(_ bytes: some Collection<UInt8>, at start: Int) throws(JSONError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw mistake("a string that is not UTF-8", at: start)
        }
        return text
    }

    private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
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

    private mutating func escape(into result: inout ContiguousArray<UInt8>) throws(JSONError) {
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
    private mutating func scalar() throws(JSONError) -> Character {
        let high = try hexadecimal()
        guard 0xD800...0xDBFF ~= high else { return Character(Unicode.Scalar(high) ?? "\u{FFFD}") }
        let mark = position
        if skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
            let low = try hexadecimal()
            if 0xDC00...0xDFFF ~= low, let pair = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)) {
                return Character(pair)
            }
        }
        position = mark
        return "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch next {
            case let byte? where 0x30...0x39 ~= byte: digit = byte - 0x30
            case let byte? where 0x41...0x46 ~= byte & 0xDF: digit = (byte & 0xDF) - 0x37
            default: throw mistake("four hexadecimal digits are expected")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
