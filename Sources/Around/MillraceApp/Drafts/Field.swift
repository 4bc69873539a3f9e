/// A field of ``Editable`` values: its stable name, its label, and its rule.
public struct Field<Values: Editable>: Sendable {
    /// The name in recordings and journals, and in complaints of a server. Do not change it when the property is renamed.
    public let name: String

    /// The label for people. By default the name.
    public let label: String

    /// The text to show while the field is empty.
    public let prompt: String

    let path: PartialKeyPath<Values> & Sendable
    let rule: @Sendable (Values) -> String?
    let isSame: @Sendable (Values, Values) -> Bool
    let content: @Sendable (Values) -> any FieldContent
    let write: @Sendable (any FieldContent, inout Values) -> Void
    let decode: @Sendable (KeyedDecodingContainer<EditKey>) throws -> any FieldContent

    /// Declares a field.
    ///
    /// The rule gets all values, so it may look at several fields: "both passwords are the same" is the rule of the second.
    /// It depends on nothing else, and is called for each complaint that is read.
    ///
    /// - Parameters:
    ///   - name: The name in recordings, which stays the same.
    ///   - path: The key path of the field, which may lead through several properties.
    ///   - label: The label for people; the name if it is nil.
    ///   - prompt: The text to show while the field is empty.
    ///   - rule: Returns the complaint about the field, for the user; nil if it is right.
    public init<Value: Equatable & Codable & Sendable>(
        _ name: String,
        _ path: WritableKeyPath<Values, Value> & Sendable,
        _ label: String? = nil,
        prompt: String = "",
        rule: @escaping @Sendable (Values) -> String? = { _ in nil }
    ) {
        (self.name, self.label, self.prompt, self.path, self.rule) = (name, label ?? name, prompt, path, rule)
        isSame = { $0[keyPath: path] == $1[keyPath: path] }
        content = { $0[keyPath: path] }
        // It is of this type: edits are made and decoded with the path.
        write = { content, values in if let value = content as? Value { values[keyPath: path] = value } }
        decode = { try $0.decode(Value.self, forKey: .value) }
    }

    /// The key path of a field whose value is a text, for screens that show one after the other; nil for others.
    public var text: WritableKeyPath<Values, String>? { path as? WritableKeyPath<Values, String> }
}

/// The value of a field, of any type.
typealias FieldContent = Equatable & Codable & Sendable

/// The keys of an encoded edit.
enum EditKey: String, CodingKey { case draft, field, value }
