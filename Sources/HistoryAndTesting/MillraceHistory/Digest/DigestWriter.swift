import MillraceBase
import MillraceData
import MillraceSignals

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
/// A class may conform only if its writing never changes: ``DigestCache`` relies on arrays with one storage having one
/// digest.
public protocol DigestWritable {
    /// Writes everything that distinguishes this value from others of its type, always in the same order.
    func write(to digest: inout DigestWriter)
}

extension DigestWritable where Self: RawRepresentable, RawValue: DigestWritable {
    /// Writes the raw value.
    @inlinable
    public func write(to digest: inout DigestWriter) { digest.write(rawValue) }
}

/// The target into which a ``DigestWritable`` value writes itself.
///
/// Each word that is written passes through a bijection of the state (an exclusive or, a multiplication by an odd
/// number, a shift), so two sequences of words that differ in one position never give the same state.
public struct DigestWriter {
    @usableFromInline var state = DigestWriter.seed
    let cache: DigestCache?
    private let types: KnownTypes

    /// The first value that has no digest.
    var problem: DigestError? { types.problem }

    @usableFromInline static let seed: UInt64 = 0x243F_6A88_85A3_08D3  // the fraction of π

    package init(cache: DigestCache?) {
        self.cache = cache
        types = cache?.types ?? KnownTypes()
        types.problem = nil
    }

    /// Writes a number as it is. All other functions end here.
    @inlinable
    public mutating func write(word: UInt64) {
        let product = (state ^ word) &* 0x9E37_79B9_7F4A_7C15  // the fraction of the golden ratio
        state = product ^ (product &>> 32)
    }

    /// Writes bytes and their number.
    ///
    /// - Parameter bytes: The bytes, which are not kept.
    @inlinable
    public mutating func write(bytes: UnsafeRawBufferPointer) {
        write(word: UInt64(bytes.count))
        var start = 0
        while start &+ 8 <= bytes.count {
            write(word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
            start &+= 8
        }
        guard start < bytes.count else { return }
        var last: UInt64 = 0
        while start < bytes.count {
            last = last &<< 8 | UInt64(bytes[start])
            start &+= 1
        }
        write(word: last)
    }

    /// Writes a value that conforms to ``DigestWritable``.
    @inlinable
    public mutating func write<Value: DigestWritable>(_ value: Value) { value.write(to: &self) }

    /// Writes any value: by its own function if its type conforms to ``DigestWritable``, which is also checked at run
    /// time (`Any`, `any Shape`), otherwise field by field.
    public mutating func write<Value>(_ value: Value) {
        // Such a type has no values of another one.
        if let reader = traits(of: Value.self).reader {
            return withUnsafePointer(to: value) { reader.write($0, to: &self) }
        }
        let type = Swift.type(of: value as Any)
        if type != Value.self { write(word: traits(of: type).tag) }
        write(contentOf: value, type)
    }

    /// The digest of everything written so far.
    package var digest: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9  // the finish of SplitMix64
        mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed &>> 31)
    }
}

extension DigestWriter {
    /// Writes the type of a value, then the value.
    mutating func write(dynamic value: Any) {
        let type = Swift.type(of: value)
        write(word: traits(of: type).tag)
        write(contentOf: value, type)
    }

    private mutating func write(contentOf value: Any, _ type: Any.Type) {
        if !write(known: value, traits(of: type)) { write(mirrored: value, type) }
    }

    /// Writes a value whose type is known, or that writes itself. Returns false if it is another one.
    private mutating func write(known value: Any, _ traits: TypeTraits) -> Bool {
        if let reader = traits.reader {
            reader.write(any: value, to: &self)
        } else if traits.isWritable, let value = value as? any DigestWritable {
            value.write(to: &self)
        } else {
            return false
        }
        return true
    }

    /// Writes the fields of a value, and theirs, with an explicit stack: values may be nested to any depth.
    mutating func write(mirrored value: Any, _ type: Any.Type) {
        var pending = [write(headOf: value, type)]
        while !pending.isEmpty {
            guard let field = pending[pending.count - 1].next()?.value else {
                pending.removeLast()
                continue
            }
            let type = Swift.type(of: field)
            let traits = traits(of: type)
            write(word: traits.tag)
            if !write(known: field, traits) { pending.append(write(headOf: field, type)) }
        }
    }

    /// Writes the parts that distinguish values of a type beside their fields, and returns the fields.
    private mutating func write(headOf value: Any, _ type: Any.Type) -> Mirror.Children.Iterator {
        if let named = value as? Any.Type {
            write(word: traits(of: named).tag)
            return Mirror.Children([]).makeIterator()
        }
        if traits(of: type).isEncoded, write(encoded: value) { return Mirror.Children([]).makeIterator() }
        let mirror = Mirror(reflecting: value)
        guard !(type is AnyObject.Type), hasParts(mirror, of: value, type) else {
            types.problem = types.problem ?? DigestError(type: "\(type)")
            return Mirror.Children([]).makeIterator()
        }
        if mirror.displayStyle == .enum { write(caseName(of: value) ?? "\(value)") }
        write(word: UInt64(mirror.children.count))
        return mirror.children.makeIterator()
    }

    /// Writes a value of the system as it is encoded. Returns false if it cannot be. Not inlined, since values in values
    /// take up stack.
    @inline(never)
    private mutating func write(encoded value: Any) -> Bool {
        guard let value = value as? any Encodable, let bytes = try? types.encoder.encode(value) else { return false }
        bytes.withUnsafeBytes { write(bytes: $0) }
        return true
    }

    /// Whether a mirror shows the parts of a value. One that is empty hides the value of a type of the system, such as
    /// a pointer; a type of anyone else has chosen its own.
    private func hasParts(_ mirror: Mirror, of value: Any, _ type: Any.Type) -> Bool {
        if mirror.displayStyle != nil || !mirror.children.isEmpty { return true }
        return value is any CustomReflectable && !isOfTheSystem(type)
    }
}

extension DigestWriter {
    /// Writes the elements of an array or a table in order, as one word that can be cached.
    mutating func write<Element>(
        _ collection: some Collection<Element>,
        at place: DigestCache.Place?,
        _ elements: () -> [Element]
    ) {
        func compute() -> UInt64 { separately { $0.write(elements: elements()) } }
        write(word: cache?.digest(of: collection, at: place, compute) ?? compute())
    }

    /// Writes the elements of a set: their digests are added.
    mutating func write<Element>(unordered elements: [Element]) {
        write(word: UInt64(elements.count))
        write(word: digests(of: elements).reduce(0, &+))
    }

    /// Writes the entries of a dictionary: their digests are added.
    mutating func write<Key, Value>(unorderedKeys keys: [Key], _ values: [Value]) {
        let entries = zip(digests(of: keys), digests(of: values)).map { key, value in
            separately {
                $0.write(word: key)
                $0.write(word: value)
            }
        }
        write(word: UInt64(entries.count))
        write(word: entries.reduce(0, &+))
    }

    /// Returns the digest of each element separately.
    private mutating func digests<Element>(of elements: [Element]) -> [UInt64] {
        elements.map { element in separately { $0.write(element) } }
    }

    private mutating func write<Element>(elements: [Element]) {
        write(word: UInt64(elements.count))
        if let bytes = elements as Any as? [UInt8] {
            bytes.withUnsafeBytes { write(bytes: $0) }
        } else if let reader = traits(of: Element.self).reader {
            elements.withUnsafeBufferPointer { elements in
                guard let first = elements.baseAddress else { return }
                for index in elements.indices { reader.write(first + index, to: &self) }
            }
        } else if let type = Element.self as? any DigestWritable.Type {
            write(elements: elements, of: type)
        } else {
            for element in elements { write(element) }
        }
    }

    /// Determines the type of all elements once, not for each of them.
    private mutating func write<Element: DigestWritable>(elements: Any, of type: Element.Type) {
        for element in elements as? [Element] ?? [] { element.write(to: &self) }
    }

    /// Returns the facts about a type.
    private func traits(of type: Any.Type) -> TypeTraits {
        types.traits(of: type) {
            var writer = DigestWriter(cache: nil)
            writer.write(stableName(of: type))
            let isWritable = type is any DigestWritable.Type
            // Asked last: of nested arrays it would take a stack as deep as they are.
            let isEncoded = !isWritable && isOfTheSystem(type) && type is any Encodable.Type
            let reader = isEncoded ? nil : makeReader(of: type, isWritable: isWritable, traits)
            return TypeTraits(tag: writer.digest, isWritable: isWritable, isEncoded: isEncoded, reader: reader)
        }
    }

    /// Returns the digest of a part, as if nothing had been written before it.
    private mutating func separately(_ body: (inout DigestWriter) -> Void) -> UInt64 {
        let outer = state
        state = Self.seed
        body(&self)
        defer { state = outer }
        return digest
    }
}

/// Returns the full name of a type, without parts that differ between processes and platforms: the addresses in the
/// names of private and local types, and the modules of Foundation on Linux.
private func stableName(of type: Any.Type) -> String {
    String(reflecting: type)
        .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
        .replacing(/Foundation(Essentials|Internationalization)\./, with: "Foundation.")
}
