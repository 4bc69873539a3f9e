import Foundation
import MillraceData

extension DigestWritable where Self: FixedWidthInteger {
    /// Writes the number, in as many words of 64 bits as its type has.
    @inlinable
    public func write(to digest: inout DigestWriter) {
        digest.write(word: UInt64(truncatingIfNeeded: self))
        if Self.bitWidth > 64 { digest.write(word: UInt64(truncatingIfNeeded: self >> 64)) }
    }
}

extension Int: DigestWritable {}
extension Int8: DigestWritable {}
extension Int16: DigestWritable {}
extension Int32: DigestWritable {}
extension Int64: DigestWritable {}
extension Int128: DigestWritable {}
extension UInt: DigestWritable {}
extension UInt8: DigestWritable {}
extension UInt16: DigestWritable {}
extension UInt32: DigestWritable {}
extension UInt64: DigestWritable {}
extension UInt128: DigestWritable {}

extension Bool: DigestWritable {
    /// Writes 0 or 1.
    @inlinable
    public func write(to digest: inout DigestWriter) { digest.write(word: self ? 1 : 0) }
}

extension Double: DigestWritable {
    /// Writes the number's bits: the same for both zeros, and for every NaN.
    @inlinable
    public func write(to digest: inout DigestWriter) {
        digest.write(word: isNaN ? Double.nan.bitPattern : self == 0 ? 0 : bitPattern)
    }
}

extension Float: DigestWritable {
    /// Writes the number as a `Double` does.
    @inlinable
    public func write(to digest: inout DigestWriter) { digest.write(Double(self)) }
}

extension String: DigestWritable {
    /// Writes the text's UTF-8.
    @inlinable
    public func write(to digest: inout DigestWriter) {
        var text = self
        text.withUTF8 { digest.write(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Substring: DigestWritable {
    /// Writes the text's UTF-8.
    @inlinable
    public func write(to digest: inout DigestWriter) { digest.write(String(self)) }
}

extension Character: DigestWritable {
    /// Writes the character's UTF-8.
    @inlinable
    public func write(to digest: inout DigestWriter) { digest.write(String(self)) }
}

extension Optional: DigestWritable {
    /// Writes whether there is a value, and the value.
    @inlinable
    public func write(to digest: inout DigestWriter) {
        digest.write(word: self == nil ? 0 : 1)
        if let self { digest.write(self) }
    }
}

extension Array: DigestWritable {
    /// Writes the elements, in order.
    public func write(to digest: inout DigestWriter) {
        digest.write(self, at: digest.cache?.place(of: self)) { self }
    }
}

extension Table: DigestWritable {
    /// Writes the elements, in order, as those of an array.
    public func write(to digest: inout DigestWriter) {
        digest.write(self, at: digest.cache?.place(of: self)) { Array(self) }
    }
}

extension ArraySlice: DigestWritable {
    /// Writes the elements, in order.
    public func write(to digest: inout DigestWriter) { digest.write(Array(self)) }
}

extension ContiguousArray: DigestWritable {
    /// Writes the elements, in order.
    public func write(to digest: inout DigestWriter) { digest.write(Array(self)) }
}

extension Set: DigestWritable {
    /// Writes the elements, in no order.
    public func write(to digest: inout DigestWriter) { digest.write(unordered: Array(self)) }
}

extension Dictionary: DigestWritable {
    /// Writes the entries, in no order.
    public func write(to digest: inout DigestWriter) { digest.write(unorderedKeys: Array(keys), Array(values)) }
}

extension Date: DigestWritable {
    /// Writes the seconds since the reference date.
    public func write(to digest: inout DigestWriter) { digest.write(timeIntervalSinceReferenceDate) }
}

extension UUID: DigestWritable {
    /// Writes the sixteen bytes.
    public func write(to digest: inout DigestWriter) { withUnsafeBytes(of: uuid) { digest.write(bytes: $0) } }
}

extension URL: DigestWritable {
    /// Writes the text, and that of the base.
    public func write(to digest: inout DigestWriter) {
        digest.write(relativeString)
        digest.write(baseURL?.absoluteString)
    }
}

extension Data: DigestWritable {
    /// Writes the bytes.
    public func write(to digest: inout DigestWriter) { withUnsafeBytes { digest.write(bytes: $0) } }
}
