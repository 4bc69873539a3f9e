import Foundation

/// A type that is decoded from a single value.
protocol FieldScalar {
    /// Converts a value; nil if it is of another kind or does not fit.
    init?(_ value: FieldValue)
}

extension FieldScalar {
    /// Why a value cannot be converted.
    static func mismatch(_ value: FieldValue) -> String {
        switch value {
        case .integer(let number) where Self.self is any FixedWidthInteger.Type: "\(number) does not fit \(Self.self)"
        case .number(let number) where Self.self is any FixedWidthInteger.Type:
            "\(number) is not a whole number that fits \(Self.self)"
        case .decimal(let text): "\(text) does not fit \(Self.self)"
        default: "\(Self.self) is expected, and \(value.kindOfValue) found"
        }
    }
}

extension Bool: FieldScalar {
    init?(_ value: FieldValue) {
        guard case .bool(let bool) = value else { return nil }
        self = bool
    }
}

extension String: FieldScalar {
    init?(_ value: FieldValue) {
        switch value {
        case .string(let text), .key(let text): self = text
        case .reference(let id): self = id.key
        default: return nil
        }
    }
}

extension Double: FieldScalar {
    init?(_ value: FieldValue) {
        switch value {
        case .number(let number): self = number
        case .integer(let number): self = Double(number)
        case .decimal(let text):
            // Too large for a `Double`, or so small that it would be zero.
            guard let number = Double(text), number.isFinite, !number.isZero else { return nil }
            self = number
        default: return nil
        }
    }
}

extension Float: FieldScalar {
    init?(_ value: FieldValue) {
        guard let double = Double(value) else { return nil }
        self = Float(double)
        if isInfinite { return nil }
    }
}

extension FixedWidthInteger {
    init?(_ value: FieldValue) {
        switch value {
        case .integer(let number): self.init(exactly: number)
        case .number(let number): self.init(exactly: number)
        case .decimal(let text), .key(let text): self.init(text)
        case .reference(let id): self.init(id.key)
        default: return nil
        }
    }
}

extension Int: FieldScalar {}
extension Int8: FieldScalar {}
extension Int16: FieldScalar {}
extension Int32: FieldScalar {}
extension Int64: FieldScalar {}
extension UInt: FieldScalar {}
extension UInt8: FieldScalar {}
extension UInt16: FieldScalar {}
extension UInt32: FieldScalar {}
extension UInt64: FieldScalar {}
