/// A type that writes itself into a ``StateDigest``, which otherwise finds its fields at run time: to leave something out,
/// or to be faster where that takes long, as with enums that have payloads.
///
/// ```swift
/// struct Row { var id: Int, title: String, tags: Set<String> }
///
/// extension Row: DigestWritable {
///     func write(to digest: inout DigestWriter) {
///         digest.write(id)
///         digest.write(title)
///         digest.write(tags)
///     }
/// }
/// ```
///
/// It is used wherever a value of the type occurs. Two values with different digests must write something different; an
/// enum first writes something that distinguishes its cases. Fields that follow from others may be left out. An enum
/// with a raw value needs only the conformance.
///
/// Numbers, strings, `Date`, `UUID`, `URL`, `Data` and similar types conform. Optionals, arrays, sets and dictionaries
/// do too, with elements of any type.
///
/// A class may conform only if what it writes never changes: ``DigestCache`` relies on arrays with one storage having
/// one digest.
public protocol DigestWritable {
    /// Writes everything that distinguishes this value from others of its type, always in the same order.
    func write(to digest: inout DigestWriter)
}

extension DigestWritable where Self: RawRepresentable, RawValue: DigestWritable {
    /// Writes the raw value.
    @inlinable
    public func write(to digest: inout DigestWriter) { digest.write(rawValue) }
}
