/// A number as exactly as it was written.
public enum JSONNumber: Hashable, Sendable {
    /// A number that is written without a fraction and an exponent, or that only an `Int` holds exactly.
    case integer(Int)
    case double(Double)

    /// A number that neither an `Int` nor a `Double` holds exactly, as it was written.
    case decimal(String)
}

extension JSONReader {
    /// Reads a number.
    public mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        let isInteger = try skipNumber()
        let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
        return isInteger ? Self.integer(text) : Self.fraction(text)
    }

    /// Passes over a number. Returns whether it has neither a fraction nor an exponent.
    @discardableResult
    mutating func skipNumber() throws(JSONError) -> Bool {
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
        return isInteger
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, 0x30...0x39 ~= byte { position += 1 }
        return position - start
    }

    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> JSONNumber {
        let digits = String(decoding: text, as: UTF8.self)
        guard let value = Int(digits) else { return .decimal(digits) }
        return value == 0 && text.first == UInt8(ascii: "-") ? .double(-0.0) : .integer(value)
    }

    private static func fraction(_ text: UnsafeBufferPointer<UInt8>) -> JSONNumber {
        let digits = String(decoding: text, as: UTF8.self)
        // Every `Double` holds fifteen digits, unless it is too small to have all of its bits.
        let mantissa = text.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        let significant = mantissa.drop { !(0x31...0x39 ~= $0) }.count { 0x30...0x39 ~= $0 }
        if let double = Double(digits), double.isFinite {
            let isHeld = significant <= 15 && (double.magnitude >= .leastNormalMagnitude || significant == 0)
            if isHeld || double.description == digits { return .double(double) }
        }
        return wholeNumber(mantissa, exponent: text.dropFirst(mantissa.count + 1)) ?? .decimal(digits)
    }

    /// The whole number that digits with a fraction and an exponent are, such as `12.0` and `1.2e1`; nil if they are
    /// none, or if it has more digits than any integer.
    private static func wholeNumber(
        _ mantissa: Slice<UnsafeBufferPointer<UInt8>>,
        exponent: Slice<UnsafeBufferPointer<UInt8>>
    ) -> JSONNumber? {
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
