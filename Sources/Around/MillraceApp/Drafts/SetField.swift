import MillraceFlux

/// The action that sets a field of a ``Draft``: `title = "Paint the door"`.
///
/// Bindings dispatch it, and `Store.edits(_:only:)` handles it. It has the field's stable name, so it is recorded and
/// replayed; logs, the inspector and testers show it as an assignment.
///
/// ```swift
/// dispatcher.dispatch(SetField(\Booking.guest, "Kim"))                    // guest = "Kim"
/// ```
///
/// A store may handle it as any action, to correct a field or to ask a server:
///
/// ```swift
/// store.edits(\.booking)
/// store.on(SetField<Booking>.self) { state, edit in
///     if edit.sets(\.nights) { state.booking.values.nights = min(state.booking.values.nights, 30) }
/// }
/// ```
///
/// Several of them are the difference of two values, see ``Draft/changes``: they are `Codable`, so an outbox can send them.
public struct SetField<Values: Editable>: Action {
    /// The name of the draft; empty for one without a name. See ``Draft/init(_:named:focus:)``.
    public let draft: String

    /// The name of the field.
    public let field: String

    let content: any FieldContent

    /// Creates the edit of a field. O(n) for n fields.
    ///
    /// Precondition: the values have a ``Field`` for the key path.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - value: Its new value.
    ///   - draft: The name of the draft, where several have values of this type.
    public init<Value: Equatable & Codable & Sendable>(
        _ field: WritableKeyPath<Values, Value>,
        _ value: Value,
        in draft: String = ""
    ) {
        self.init(Values.field(field).name, value, in: draft)
    }

    init(_ field: String, _ content: any FieldContent, in draft: String) {
        (self.draft, self.field, self.content) = (draft, field, content)
    }

    /// Whether it sets a field.
    ///
    /// - Parameter field: The key path of the field.
    public func sets(_ field: PartialKeyPath<Values>) -> Bool { Values.field(named: self.field)?.path == field }

    /// Sets the field in some values: an entity or a row to which the difference of a draft is applied.
    ///
    /// - Parameter values: The values to change.
    public func apply(to values: inout Values) { Values.field(named: field)?.write(content, &values) }
}

extension SetField: Equatable {
    /// Whether both set the same field of the same draft to equal values.
    public static func == (one: SetField, other: SetField) -> Bool {
        func equals<Value: FieldContent>(_ content: Value) -> Bool { other.content as? Value == content }
        return one.draft == other.draft && one.field == other.field && equals(one.content)
    }
}

extension SetField: Codable {
    /// Decodes an edit. Throws for a field that the values do not have.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EditKey.self)
        let name = try container.decode(String.self, forKey: .field)
        guard let field = Values.field(named: name) else {
            let text = "\(Values.self).fields has none called \"\(name)\""
            throw DecodingError.dataCorruptedError(forKey: .field, in: container, debugDescription: text)
        }
        let draft = try container.decodeIfPresent(String.self, forKey: .draft) ?? ""
        self.init(name, try field.decode(container), in: draft)
    }

    /// Encodes the name of the field, its value, and the name of the draft if it has one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EditKey.self)
        if !draft.isEmpty { try container.encode(draft, forKey: .draft) }
        try container.encode(field, forKey: .field)
        try container.encode(content, forKey: .value)
    }
}

extension SetField: CustomStringConvertible, CustomReflectable {
    /// The edit as an assignment: `title = "Paint the door"`.
    public var description: String { "\(place) = \(text(content))" }

    /// A mirror with the field and its value.
    public var customMirror: Mirror { Mirror(self, children: [(place, content)], displayStyle: .struct) }

    /// The field, behind the name of its draft.
    private var place: String { draft.isEmpty ? field : "\(draft).\(field)" }

    /// A value as it stands in source: texts in quotation marks, optionals by their content.
    private func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.map { text($0.value) } ?? "nil" }
        return value is any StringProtocol ? String(reflecting: value) : "\(value)"
    }
}
