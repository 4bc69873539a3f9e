/// A number of 64 bits that stands for a whole value: two runs that made the same states have the same digests.
///
/// ```swift
/// struct CartState: Equatable {
///     var items = ["tea": 2, "milk": 1]
///     var isPaid = false
/// }
///
/// print(StateDigest(of: CartState()))  // the same sixteen digits in every process
/// ```
///
/// The digest is taken over a canonical walk of the value. It depends on nothing else: not on the process, its hash
/// seed or addresses, nor on the optimiser or the processor. What counts:
/// - Structs, tuples and enums: their type, the number and the order of their fields, and the name of the case; not the
///   names of fields. A type that conforms to ``DigestWritable`` says itself what counts, which is also a hundred times
///   quicker than having its fields looked up at run time; one with a mirror of its own is seen as that shows it.
/// - Arrays count in order; sets and dictionaries without one. Nil, and a value inside `n` optionals, all differ.
/// - Strings are the same where their Unicode scalars are: what canonical equivalence makes equal (`é` composed or
///   not) differs, since that equivalence depends on the version of Unicode that a machine knows.
/// - `0.0` and `-0.0` are the same, as they are equal; every NaN is the same, as processors make different ones.
/// - Objects, closures and pointers have no value that another process could share: to meet one is a programmer's
///   error, unless its class is ``DigestWritable``.
///
/// Changing one number or one scalar somewhere changes the digest but for a chance of about 2⁻⁶⁴. It is no protection
/// against somebody who looks for values of the same digest.
///
/// Values may hold values to any depth. Collections and optionals in each other, and types that are ``DigestWritable``,
/// call each other: some two hundred of them, one in the other, fit a stack of 512 KiB in any build.
///
/// Cost: O(n) for n fields; some nanoseconds each for a type that is ``DigestWritable``, about a microsecond for
/// others. Use a ``DigestCache`` where large arrays rarely change.
public struct StateDigest: Hashable, Sendable {
    /// The number.
    public let value: UInt64

    /// Takes the digest of a value.
    ///
    /// - Parameters:
    ///   - value: What to look at. It must not contain itself.
    ///   - cache: What remembers the digests of large arrays from one call to the next; nil takes them anew. The digest
    ///     is the same.
    public init<Value>(of value: Value, cache: DigestCache? = nil) {
        var writer = DigestWriter(cache: cache)
        writer.write(dynamic: value)
        self.value = writer.digest
        cache?.endRound()
    }

    /// Wraps a number that was taken earlier.
    public init(value: UInt64) {
        self.value = value
    }
}

extension StateDigest: LosslessStringConvertible {
    /// Sixteen hexadecimal digits.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads sixteen hexadecimal digits; nil where they are none.
    public init?(_ description: String) {
        guard description.utf8.count == 16, description.utf8.first != UInt8(ascii: "+"),
            let value = UInt64(description, radix: 16)
        else { return nil }
        self.value = value
    }
}

extension StateDigest: Codable {
    /// Reads the sixteen digits of ``description``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = StateDigest(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A digest is sixteen hexadecimal digits."
            )
        }
        self = digest
    }

    /// Writes ``description``: JSON's numbers do not hold 64 bits everywhere.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
