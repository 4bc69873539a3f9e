import MillraceBase
import MillraceSignals

/// A 64-bit digest of a whole value: two runs that reached equal states have equal digests.
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
/// The digest is computed by a canonical walk of the value. It depends on nothing else: not on the process, its hash
/// seed or addresses, the optimiser or the processor. The parts that count:
/// - Structs, tuples and enums: their type, the number and the order of their fields, and the name of the case; not the
///   names of fields. A type that conforms to ``DigestWritable`` chooses the parts that count itself; a type with a
///   custom mirror counts as that shows it.
/// - Arrays count in order; sets and dictionaries without order. Nil, and a value inside `n` optionals, all differ.
/// - Strings are equal if their Unicode scalars are: canonically equivalent strings (`é` composed or not) differ, since
///   that equivalence depends on the version of Unicode on a machine.
/// - `0.0` and `-0.0` are equal; all NaNs are equal, as processors make different ones.
/// - Other values of the standard library and of Foundation that can be encoded count as their JSON, in which `-0.0` is
///   not `0.0`.
/// - Objects, closures and pointers have no value that another process could share, nor have structs of the system
///   that hide one, such as `Regex` and `ObjectIdentifier`: meeting one is a precondition failure, unless its type is
///   ``DigestWritable``. An ``ActionRecorder`` reports it instead.
///
/// Changing one number or one scalar anywhere changes the digest, except with a probability of about 2⁻⁶⁴. It does not
/// protect against a deliberate search for values with equal digests.
///
/// Values may be nested to any depth. Nested collections and optionals, and ``DigestWritable`` types, call each other:
/// some two hundred levels fit a stack of 512 KiB in any build.
///
/// Cost: O(n) for n fields, some tens of nanoseconds each; about a microsecond each for the fields of a type with a
/// field of which only the value is known: an existential, an object, an enum with payloads, a type with a custom
/// mirror. Such a type is as fast as the others if it is ``DigestWritable``. Use a ``DigestCache`` if large arrays rarely
/// change.
public struct StateDigest: Hashable, Sendable {
    /// The digest as a number.
    public let value: UInt64

    /// Computes the digest of a value.
    ///
    /// - Parameters:
    ///   - value: The value. It must not contain itself.
    ///   - cache: A cache for the digests of large arrays; nil computes them each time. The digest is the same.
    public init<Value>(of value: Value, cache: DigestCache? = nil) {
        do throws(DigestError) {
            try self.init(reading: value, cache: cache)
        } catch {
            stop("StateDigest.init: \(error). To fix: \(error.remedy)")
        }
    }

    /// Computes the digest of a value, if it has one.
    package init<Value>(reading value: Value, cache: DigestCache? = nil) throws(DigestError) {
        var writer = DigestWriter(cache: cache)
        writer.write(dynamic: value)
        cache?.endRound()
        if let problem = writer.problem { throw problem }
        self.value = writer.digest
    }

    /// Creates a digest from a number that was computed earlier.
    package init(value: UInt64) {
        self.value = value
    }
}

extension StateDigest: LosslessStringConvertible {
    /// Sixteen hexadecimal digits.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Creates a digest from sixteen hexadecimal digits; nil for any other text.
    public init?(_ description: String) {
        guard description.utf8.count == 16, description.utf8.first != UInt8(ascii: "+"),
            let value = UInt64(description, radix: 16)
        else { return nil }
        self.value = value
    }
}

// Coded as its digits: not every JSON number can hold 64 bits.
extension StateDigest: RawRepresentable, Codable {
    /// Sixteen hexadecimal digits.
    public var rawValue: String { description }

    /// Creates a digest from sixteen hexadecimal digits; nil for any other text.
    public init?(rawValue: String) { self.init(rawValue) }
}
