/// Encodes a projection into the value that a server would have sent.
///
/// Containers refer to a part of the encoded value, so it is a class: the encoder of one value, and the container of
/// its elements, or of it alone. The next value is one more element after `unkeyedContainer()`, and else the value
/// itself.
final class ValueEncoder: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
    private let dates: EntityDates
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var scalar: FieldValue?
    private var members: [(name: String, part: ValueEncoder)]?
    private var elements: [ValueEncoder]?

    private init(_ dates: EntityDates, _ codingPath: [any CodingKey]) {
        self.dates = dates
        self.codingPath = codingPath
    }

    /// Encodes a value.
    static func encode(_ value: some Encodable, dates: EntityDates) throws(EntityError) -> FieldValue {
        do {
            let encoder = ValueEncoder(dates, [])
            try encoder.encode(value)
            return encoder.value
        } catch let error as EntityError {
            throw error
        } catch {
            throw EntityError(.unencodable("\(error)"))
        }
    }

    private var value: FieldValue {
        if let scalar { return scalar }
        if let elements { return .array(elements.map(\.value)) }
        return .object((members ?? []).map { FieldValue.Member($0.name, $0.part.value) }.sortedByName())
    }

    /// Encodes a type of the standard library that is a single value; nil if it is another.
    private func scalar(_ value: any Encodable) throws -> FieldValue? {
        switch value {
        case let bool as Bool: .bool(bool)
        case let text as String: .string(text)
        case let number as any FixedWidthInteger: Int(exactly: number).map(FieldValue.integer) ?? .decimal("\(number)")
        case let number as Double: try fieldValue(of: number)
        case let number as Float: try fieldValue(of: Double(number))
        default: nil
        }
    }

    private func fieldValue(of number: Double) throws -> FieldValue {
        if number.isFinite { return .number(of: number) }
        let text = codingPath.map(PathStep.init).text()
        throw EntityError(.unencodable("\(number) is not a number of JSON"), at: text)
    }

    // MARK: - Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if members == nil { members = [] }
        return KeyedEncodingContainer(Fields(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if elements == nil { elements = [] }
        return self
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The part of a name.
    private func part(_ key: some CodingKey) -> ValueEncoder {
        let part = ValueEncoder(dates, codingPath + [key])
        members?.append((key.stringValue, part))
        return part
    }

    // MARK: - Elements, or a value alone

    var count: Int { elements?.count ?? 0 }

    /// The part for the next value: a new element, or the whole.
    private func next() -> ValueEncoder {
        guard elements != nil else { return self }
        let part = ValueEncoder(dates, codingPath + [PathStep.index(count)])
        elements?.append(part)
        return part
    }

    func encodeNil() { next().scalar = .null }

    func encode<Value: Encodable>(_ value: Value) throws {
        let part = next()
        part.scalar = try FoundationValues.encode(value, dates) ?? part.scalar(value)
        if part.scalar == nil { try value.encode(to: part) }
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    func superEncoder() -> any Encoder { next() }

    // MARK: - Members

    private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil(forKey key: Key) { encoder.part(key).encodeNil() }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.part(key).encode(value) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.part(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.part(key).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder.part(PathStep.name("super")) }
        func superEncoder(forKey key: Key) -> any Encoder { encoder.part(key) }
    }
}
