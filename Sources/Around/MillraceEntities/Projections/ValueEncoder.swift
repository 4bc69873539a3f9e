/// Encodes a projection into the value that a server would have sent.
struct ValueEncoder: Encoder {
    private let node: Node
    private let dates: EntityDates
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Encodes a value.
    static func encode(_ value: some Encodable, dates: EntityDates) throws(EntityError) -> FieldValue {
        do {
            return try encode(value, dates, at: [])
        } catch let error as EntityError {
            throw error
        } catch {
            throw EntityError(.unencodable("\(error)"))
        }
    }

    private static func encode(
        _ value: some Encodable,
        _ dates: EntityDates,
        at path: [any CodingKey]
    ) throws -> FieldValue {
        if let scalar = try FoundationValues.encode(value, dates) ?? scalar(value, path) { return scalar }
        let encoder = ValueEncoder(dates: dates, codingPath: path)
        try value.encode(to: encoder)
        return encoder.node.value
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if node.members == nil { node.members = [] }
        return KeyedEncodingContainer(Fields(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if node.elements == nil { node.elements = [] }
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Scalar(encoder: self) }

    /// A value that is being encoded. A class, since containers refer to a part of it.
    private final class Node {
        var scalar: FieldValue?
        var members: [(name: String, node: Node)]?
        var elements: [Node]?

        convenience init(_ scalar: FieldValue) {
            self.init()
            self.scalar = scalar
        }

        var value: FieldValue {
            if let scalar { return scalar }
            if let members { return .object(members.map { FieldValue.Member($0.name, $0.node.value) }.sortedByName()) }
            if let elements { return .array(elements.map(\.value)) }
            return .object([])
        }
    }

    /// Encodes a type of the standard library that is a single value; nil if it is another.
    private static func scalar(_ value: any Encodable, _ path: [any CodingKey]) throws -> FieldValue? {
        switch value {
        case let bool as Bool: .bool(bool)
        case let text as String: .string(text)
        case let number as any FixedWidthInteger: Int(exactly: number).map(FieldValue.integer) ?? .decimal("\(number)")
        case let number as Double: try fieldValue(of: number, path)
        case let number as Float: try fieldValue(of: Double(number), path)
        default: nil
        }
    }

    private static func fieldValue(of number: Double, _ path: [any CodingKey]) throws -> FieldValue {
        if number.isFinite { return .number(of: number) }
        let text = path.reduce(into: "") { text, key in
            text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? "" : ".") + key.stringValue
        }
        throw EntityError(.unencodable("\(number) is not a number of JSON"), at: text)
    }

    private func nested(_ node: Node, _ key: any CodingKey) -> ValueEncoder {
        ValueEncoder(dates: dates, codingPath: codingPath + [key], node: node)
    }

    private init(dates: EntityDates, codingPath: [any CodingKey], node: Node = Node()) {
        self.node = node
        self.dates = dates
        self.codingPath = codingPath
    }

    // MARK: - Objects

    private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        private func set(_ key: some CodingKey, _ value: FieldValue) { add(key, Node(value)) }

        private func add(_ key: some CodingKey, _ node: Node) {
            encoder.node.members?.append((key.stringValue, node))
        }

        func encodeNil(forKey key: Key) { set(key, .null) }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            set(key, try ValueEncoder.encode(value, encoder.dates, at: codingPath + [key]))
        }

        private func nested(_ key: some CodingKey) -> ValueEncoder {
            let node = Node()
            add(key, node)
            return encoder.nested(node, key)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            nested(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { nested(AnyCodingKey("super")) }
        func superEncoder(forKey key: Key) -> any Encoder { nested(key) }
    }

    // MARK: - Arrays

    private struct Elements: UnkeyedEncodingContainer {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { encoder.node.elements?.count ?? 0 }
        private var key: AnyCodingKey { AnyCodingKey(count) }

        private func append(_ value: FieldValue) { encoder.node.elements?.append(Node(value)) }

        func encodeNil() { append(.null) }

        func encode<Value: Encodable>(_ value: Value) throws {
            append(try ValueEncoder.encode(value, encoder.dates, at: codingPath + [key]))
        }

        private func nested() -> ValueEncoder {
            let (node, key) = (Node(), key)
            encoder.node.elements?.append(node)
            return encoder.nested(node, key)
        }

        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            nested().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
        func superEncoder() -> any Encoder { nested() }
    }

    // MARK: - Scalars

    private struct Scalar: SingleValueEncodingContainer {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        private func set(_ value: FieldValue) { encoder.node.scalar = value }

        func encodeNil() { set(.null) }

        func encode<Value: Encodable>(_ value: Value) throws {
            set(try ValueEncoder.encode(value, encoder.dates, at: codingPath))
        }
    }
}
