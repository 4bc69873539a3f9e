/// A type that writes itself into a ``StateDigest``, instead of having its fields looked up at run time.
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
/// It is used wherever a value of the type occurs. Two values that shall have different digests must write something
/// different; an enum begins with what tells its cases apart. What follows from other fields may be left out. An enum
/// with a raw value needs no more than the conformance.
///
/// Numbers, strings, `Date`, `UUID`, `URL`, `Data` and others of the kind conform. Optionals, arrays, sets and
/// dictionaries do too, of whatever elements.
///
/// A class may conform only if what it writes never changes: ``DigestCache`` trusts that two arrays with one storage
/// have one digest.
public protocol DigestWritable {
    /// Writes all that tells this value from others of its type, always in the same order.
    func write(to digest: inout DigestWriter)
}

extension DigestWritable where Self: RawRepresentable, RawValue: DigestWritable {
    /// Writes the raw value.
    @inlinable
    public func write(to digest: inout DigestWriter) { digest.write(rawValue) }
}
