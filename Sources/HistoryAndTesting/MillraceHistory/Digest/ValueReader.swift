import Foundation

/// Writes the values of one type, wherever they are, into a digest, by facts about the type at run time, found out
/// once.
///
/// A value of a known type is read at its address, as compiled code would: a mirror makes a copy of each field, and
/// takes a microsecond for it. The bytes are the same.
///
/// There is none for types that only their values describe: objects, existentials, enums with payloads, and types that
/// choose their parts. Those are mirrored, and the values within them are read like this again.
class ValueReader {
    /// Writes a value.
    ///
    /// - Parameter address: Where it is: initialised memory of the reader's type, which the caller keeps.
    func write(_ address: UnsafeRawPointer, to digest: inout DigestWriter) {}

    /// Writes a value of the reader's type, however it is wrapped: in a field of type `Any` it is an existential within
    /// another.
    func write(any value: Any, to digest: inout DigestWriter) {}
}

/// The readers of one type.
private class TypedReader<Value>: ValueReader {
    final override func write(any value: Any, to digest: inout DigestWriter) {
        guard let value = value as? Value else { return }
        withUnsafePointer(to: value) { write($0, to: &digest) }
    }
}

/// Values that write themselves.
private final class WritableReader<Value: DigestWritable>: TypedReader<Value> {
    override func write(_ address: UnsafeRawPointer, to digest: inout DigestWriter) {
        address.assumingMemoryBound(to: Value.self).pointee.write(to: &digest)
    }
}

private final class OptionalReader<Wrapped>: TypedReader<Wrapped?> {
    private let wrapped: ValueReader

    init(_ wrapped: ValueReader) { self.wrapped = wrapped }

    override func write(_ address: UnsafeRawPointer, to digest: inout DigestWriter) {
        guard let value = address.assumingMemoryBound(to: Wrapped?.self).pointee else { return digest.write(word: 0) }
        digest.write(word: 1)
        withUnsafePointer(to: value) { wrapped.write($0, to: &digest) }
    }
}

/// Enums of one byte, which are nothing but their case, as a rule.
private final class CaseReader<Value>: TypedReader<Value> {
    /// The names of the cases without a payload, by the byte.
    private var names: [String?] = Array(repeating: nil, count: 256)

    override func write(_ address: UnsafeRawPointer, to digest: inout DigestWriter) {
        let byte = MemoryLayout<Value>.size == 0 ? 0 : Int(address.load(as: UInt8.self))
        guard let name = names[byte] ?? findName(address, byte) else {
            return digest.write(mirrored: address.assumingMemoryBound(to: Value.self).pointee, Value.self)
        }
        digest.write(name)
        digest.write(word: 0)  // the number of its fields
    }

    private func findName(_ address: UnsafeRawPointer, _ byte: Int) -> String? {
        let value = address.assumingMemoryBound(to: Value.self).pointee
        if Mirror(reflecting: value).children.isEmpty { names[byte] = caseName(of: value) ?? "\(value)" }
        return names[byte]
    }
}

/// Structs and tuples of which all fields have readers.
private final class FieldsReader<Value>: TypedReader<Value> {
    private let fields: [FieldLayout.Known]

    init(_ fields: [FieldLayout.Known]) { self.fields = fields }

    override func write(_ address: UnsafeRawPointer, to digest: inout DigestWriter) {
        digest.write(word: UInt64(fields.count))
        for field in fields {
            digest.write(word: field.tag)
            field.reader.write(address + field.offset, to: &digest)
        }
    }
}

/// Where the fields of a struct or a tuple are.
private struct FieldLayout {
    struct Known {
        let offset: Int
        let tag: UInt64
        let reader: ValueReader
    }

    /// The fields; nil if one has no reader.
    static func known(of type: Any.Type, _ traits: (Any.Type) -> TypeTraits) -> [Known]? {
        var fields: [Known] = []
        for index in 0..<runtimeFieldCount(type) {
            var facts = RuntimeField()
            let fieldType = runtimeField(type, index: index, facts: &facts)
            facts.releaseName?(facts.name)
            // Weak and unowned fields are not of their declared type.
            guard facts.isStrong else { return nil }
            let traits = traits(fieldType)
            guard let reader = traits.reader else { return nil }
            fields.append(Known(offset: runtimeFieldOffset(type, index: index), tag: traits.tag, reader: reader))
        }
        return fields
    }
}

private protocol OptionalType {
    static func reader(_ traits: (Any.Type) -> TypeTraits) -> ValueReader?
}

extension Optional: OptionalType {
    fileprivate static func reader(_ traits: (Any.Type) -> TypeTraits) -> ValueReader? {
        traits(Wrapped.self).reader.map(OptionalReader<Wrapped>.init)
    }
}

/// Makes the reader of a type; nil if there is none.
///
/// - Parameter traits: Returns the reader of another type: that of a field.
func makeReader(of type: Any.Type, isWritable: Bool, _ traits: (Any.Type) -> TypeTraits) -> ValueReader? {
    func writable<Value: DigestWritable>(_ type: Value.Type) -> ValueReader { WritableReader<Value>() }
    func cases<Value>(_ type: Value.Type) -> ValueReader? {
        MemoryLayout<Value>.size <= 1 ? CaseReader<Value>() : nil
    }
    func fields<Value>(_ type: Value.Type) -> ValueReader? {
        FieldLayout.known(of: type, traits).map(FieldsReader<Value>.init)
    }

    let kind = RuntimeKind(rawValue: runtimeKind(type))
    if kind == .optional, let type = type as? any OptionalType.Type, let reader = type.reader(traits) { return reader }
    if isWritable {
        // An object may be of a subclass.
        if type is AnyObject.Type { return nil }
        return (type as? any DigestWritable.Type).map { writable($0) }
    }
    if isOfTheSystem(type) && kind != .tuple || type is any CustomReflectable.Type { return nil }
    switch kind {
    case .structure, .tuple: return _openExistential(type, do: fields)
    case .enumeration: return _openExistential(type, do: cases)
    case .optional, nil: return nil
    }
}

// MARK: - What is known of types

/// The facts about a type that a digest needs.
struct TypeTraits {
    /// Stands for the type's name.
    let tag: UInt64
    let isWritable: Bool

    /// Whether it is a type of the system that can be encoded. Its fields do not count.
    let isEncoded: Bool

    /// Writes values where they are; nil if that takes a look at each of them.
    let reader: ValueReader?
}

/// The facts about types, found out once each.
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
    var problem: DigestError?

    func traits(of type: Any.Type, finding find: () -> TypeTraits) -> TypeTraits {
        if let traits = known[ObjectIdentifier(type)] { return traits }
        let traits = find()
        known[ObjectIdentifier(type)] = traits
        return traits
    }
}
