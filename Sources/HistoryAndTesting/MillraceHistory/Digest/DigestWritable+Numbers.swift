import Foundation

extension CGFloat: DigestWritable {
    /// Writes the number as a `Double` does.
    public func write(to digest: inout DigestWriter) { digest.write(Double(self)) }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: DigestWritable {
    /// Writes the number as a `Double` does.
    public func write(to digest: inout DigestWriter) { digest.write(Double(self)) }
}
#endif

#if !(os(Windows) || os(Android)) && (arch(i386) || arch(x86_64))
extension Float80: DigestWritable {
    /// Writes the number's parts: the same for both zeros, and for every NaN.
    public func write(to digest: inout DigestWriter) {
        if isNaN || isZero { return digest.write(Double(self)) }
        digest.write(word: sign == .minus ? 1 : 0)
        digest.write(exponentBitPattern)
        digest.write(significandBitPattern)
    }
}
#endif

extension DigestWritable where Self: SIMD {
    /// Writes the elements, in order.
    public func write(to digest: inout DigestWriter) {
        for index in indices { digest.write(self[index]) }
    }
}

extension SIMD2: DigestWritable {}
extension SIMD3: DigestWritable {}
extension SIMD4: DigestWritable {}
extension SIMD8: DigestWritable {}
extension SIMD16: DigestWritable {}
extension SIMD32: DigestWritable {}
extension SIMD64: DigestWritable {}
extension SIMDMask: DigestWritable {}

extension StaticString: DigestWritable {
    /// Writes the text's UTF-8.
    public func write(to digest: inout DigestWriter) { digest.write(description) }
}

extension CharacterSet: DigestWritable {
    /// Writes the set's bits.
    public func write(to digest: inout DigestWriter) { digest.write(bitmapRepresentation) }
}

extension AttributedString: DigestWritable {
    /// Writes the text, and the attributes of each part of it as they are printed.
    public func write(to digest: inout DigestWriter) {
        digest.write(word: UInt64(runs.count))
        for run in runs {
            digest.write(String(self[run.range].characters))
            // They are printed in no order.
            digest.write(unordered: "\(run.attributes)".components(separatedBy: "\n"))
        }
    }
}
