import Foundation

/// What a digest needs to know of a type.
struct TypeTraits {
    /// Stands for the type's name.
    let tag: UInt64
    let isWritable: Bool

    /// Whether it is a type of the system that can be encoded. Its fields are not what counts.
    let isEncoded: Bool

    /// Writes values where they are; nil if that takes a look at each of them.
    let reader: ValueReader?
}

/// What is known of types, found out once each.
final class KnownTypes {
    /// Encodes the values of the system: the same value always alike.
    private(set) lazy var encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return encoder
    }()

    private var known: [ObjectIdentifier: TypeTraits] = [:]

    /// The first value of the present digest that has none. Not in the writer, which takes up stack at each level.
    var problem: DigestProblem?

    func traits(of type: Any.Type, finding find: () -> TypeTraits) -> TypeTraits {
        if let traits = known[ObjectIdentifier(type)] { return traits }
        let traits = find()
        known[ObjectIdentifier(type)] = traits
        return traits
    }
}
