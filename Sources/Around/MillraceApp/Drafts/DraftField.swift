/// A field of a ``Draft`` as a screen shows it: `draft.title`.
///
/// It is equal as long as nothing of it changes, so a view that has read it is not drawn for another field.
public struct DraftField<Values: Editable, Value> {
    /// The name of the field, by which a server complains about it.
    public let name: String

    /// The label for people.
    public let label: String

    /// The text to show while the field is empty.
    public let prompt: String

    /// The value at present.
    public let value: Value

    /// The complaint about the value, shown or not: of a server, else of the field's rule. Nil if it is right.
    public let problem: String?

    /// The same, if it is time to show it: see ``Draft``.
    public let complaint: String?

    /// Whether it has another value than at first.
    public let isChanged: Bool

    /// Whether it has the focus.
    public let isFocused: Bool

    private let draft: String

    init(_ field: Field<Values>, _ value: Value, of draft: Draft<Values>) {
        (name, label, prompt, self.value, self.draft) = (field.name, field.label, field.prompt, value, draft.draftName)
        problem = draft.problem(of: field)
        complaint = draft.isShown(field.name) ? problem : nil
        isChanged = !field.isSame(draft.values, draft.original)
        isFocused = draft.focus == field.name
    }
}

extension DraftField: Equatable where Value: Equatable {}
extension DraftField: Sendable where Value: Sendable {}

extension DraftField where Value: Equatable & Codable & Sendable {
    /// The action that sets the field of this draft.
    ///
    /// - Parameter value: The new value.
    public func setting(_ value: Value) -> SetField<Values> { SetField(name, value, in: draft) }

    /// The action that gives this field the focus.
    public var focusing: FocusField<Values> { FocusField(.field(name), in: draft) }
}
