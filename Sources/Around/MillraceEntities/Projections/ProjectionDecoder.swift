/// Decodes a projection from an entity or from a value within one.
struct ProjectionDecoder: Decoder {
    let decoding: ProjectionDecoding
    let value: FieldValue

    /// The type that is decoded: an entity that is decoded as the same type again would contain itself.
    let type: Any.Type
    let path: DecodingPath

    var codingPath: [any CodingKey] { path.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch value {
        case .reference(let id):
            let view = try decoding.entering(id, as: type, at: path)
            let path = DecodingPath.entity(id, ObjectIdentifier(type), in: path)
            return KeyedDecodingContainer(FieldsContainer(decoding: decoding, fields: .entity(view), path: path))
        case .object(let members):
            return KeyedDecodingContainer(FieldsContainer(decoding: decoding, fields: .members(members), path: path))
        default: throw mismatch("an object")
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch("an array") }
        // A deleted entity is no longer in a list.
        return ElementsContainer(decoding: decoding, elements: elements.filter { !decoding.isDeleted($0) }, path: path)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { ScalarContainer(decoder: self) }

    private func mismatch(_ expected: String) -> EntityError {
        EntityError(.undecodable("\(expected) is expected, and \(value.kindOfValue) found"), at: path.text)
    }
}

// MARK: - Objects

/// The fields of an entity or of an object.
private struct FieldsContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    enum Fields {
        case entity(SeenEntity)
        case members([FieldValue.Member])
    }

    let decoding: ProjectionDecoding
    let fields: Fields
    let path: DecodingPath

    var codingPath: [any CodingKey] { path.codingPath }

    var allKeys: [Key] {
        switch fields {
        case .entity(let view): decoding.names(of: view).compactMap(Key.init(stringValue:))
        // A deleted entity is no longer in a dictionary.
        case .members(let members):
            members.filter { !decoding.isDeleted($0.value) }.compactMap { Key(stringValue: $0.name) }
        }
    }

    private func find(_ key: some CodingKey) -> FieldValue? {
        switch fields {
        case .entity(let view): decoding.value(of: key.stringValue, in: view)
        case .members(let members): members[key.stringValue]
        }
    }

    private func path(_ key: some CodingKey) -> DecodingPath { .step(.name(key.stringValue), in: path) }

    private func value(_ key: some CodingKey) throws -> FieldValue {
        if let value = find(key) { return value }
        throw EntityError(.lacksField, at: path(key).text)
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        let value = try value(key)
        return value == .null || decoding.isDeleted(value)
    }

    private func scalar<Value: FieldScalar>(_ value: FieldValue, _ key: Key) throws -> Value {
        if let scalar = Value(value) { return scalar }
        throw EntityError(.undecodable(Value.mismatch(value)), at: path(key).text)
    }

    private func scalar<Value: FieldScalar>(_ key: Key) throws -> Value { try scalar(try value(key), key) }

    // The same as for all others, and faster.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoding.decode(type, from: try value(key), at: path(key))
    }

    // Values that are absent, null or deleted, found with one look at the field, and without an error.

    private func present(_ key: Key) -> FieldValue? {
        guard let value = find(key), value != .null, !decoding.isDeleted(value) else { return nil }
        return value
    }

    private func scalarIfPresent<Value: FieldScalar>(_ key: Key) throws -> Value? {
        try present(key).map { try scalar($0, key) }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try decoding.decode(type, from: $0, at: path(key)) }
    }

    private func nested(_ key: some CodingKey, as type: Any.Type) throws -> ProjectionDecoder {
        ProjectionDecoder(decoding: decoding, value: try value(key), type: type, path: path(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try nested(key, as: type).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key, as: Self.self).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try nested(PathStep.name("super"), as: Self.self) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key, as: Self.self) }
}

// MARK: - Arrays

/// The elements of an array.
private struct ElementsContainer: UnkeyedDecodingContainer {
    let decoding: ProjectionDecoding
    let elements: [FieldValue]
    private let arrayPath: DecodingPath
    private(set) var currentIndex = 0

    init(decoding: ProjectionDecoding, elements: [FieldValue], path: DecodingPath) {
        self.decoding = decoding
        self.elements = elements
        arrayPath = path
    }

    var codingPath: [any CodingKey] { path.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }
    private var path: DecodingPath { .step(.index(currentIndex), in: arrayPath) }

    private func present() throws -> FieldValue {
        if !isAtEnd { return elements[currentIndex] }
        throw EntityError(.undecodable("another element is expected, and the array ends"), at: path.text)
    }

    mutating func decodeNil() throws -> Bool {
        guard case .null = try present() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try decoding.decode(type, from: try present(), at: path)
        currentIndex += 1
        return value
    }

    private mutating func nested(as type: Any.Type) throws -> ProjectionDecoder {
        let decoder = ProjectionDecoder(decoding: decoding, value: try present(), type: type, path: path)
        currentIndex += 1
        return decoder
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try nested(as: type).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested(as: Self.self).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try nested(as: Self.self) }
}

// MARK: - Scalars

/// One value.
private struct ScalarContainer: SingleValueDecodingContainer {
    let decoder: ProjectionDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value == .null || decoder.decoding.isDeleted(decoder.value) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.decoding.decode(type, from: decoder.value, at: decoder.path)
    }
}
