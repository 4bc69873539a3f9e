/// Values that a user edits, as a part of a store's state: as they are and as they were, with the complaints about them.
///
/// ```swift
/// struct BookingState: Equatable { var booking = Draft(Booking()) }
/// struct Send: Action {}
/// struct Answered: Action { let complaints: [String: String] }
///
/// let store = Store(BookingState(), on: dispatcher) { store in
///     store.edits(\.booking)                                          // handles SetField and FocusField
///     store.on(Send.self) { state, _ in
///         guard state.booking.trySaving() else { return .none }       // shows all complaints, and goes to the first
///         let booking = state.booking.values
///         return .run("send", .first) { Answered(complaints: await send(booking)) }
///     }
///     store.on(Answered.self) { state, answer in state.booking.refuse(answer.complaints) }
/// }
/// ```
///
/// `draft.guest` is a ``DraftField``: the value with its label, its complaint and so on. A screen shows it, and sets it
/// by a ``SetField``; a handler reads and corrects ``values``.
///
/// **Complaints** are derived: a rule is asked when one is read. A complaint of a rule is shown once the field is touched,
/// and of all fields once saving was tried. A field is touched when it was edited without having the focus, or when the
/// focus leaves it: so half an address is not complained of. A complaint of the server is shown at once, until its field is
/// edited, or saving is tried again.
///
/// **Changes** are the edits that lead from the ``original`` values to the present ones (law A5). They cost a comparison a
/// field.
///
/// It is a value, so undo, replay and a journal take it as any other: a form that a journal keeps is there again in the
/// next run, with its original and its touched fields.
@dynamicMemberLookup
public struct Draft<Values: Editable>: Equatable, Sendable {
    /// The name, which distinguishes drafts with values of the same type, as of two addresses; else empty.
    package let draftName: String

    /// The values at present. A handler may set them, for a correction; the edits of a user are ``SetField`` actions.
    public var values: Values

    /// The values with which the draft began.
    public private(set) var original: Values

    /// The name of the field that has the focus; nil if none has.
    public private(set) var focus: String?

    /// Whether saving was tried: complaints of all fields are shown.
    package private(set) var isTried = false

    /// The names of the fields whose complaints are shown, each once.
    private var touched: [String] = []

    /// The complaints of a server about fields, by their names.
    private var refusals: [String: String] = [:]

    /// Creates a draft of some values: empty ones, or those of an entity, a row or a file.
    ///
    /// - Parameters:
    ///   - values: The values to begin with.
    ///   - draftName: Distinguishes it from other drafts with values of this type.
    ///   - focus: The field that has the focus.
    public init(_ values: Values, named draftName: String = "", focus: PartialKeyPath<Values>? = nil) {
        (self.values, original, self.draftName) = (values, values, draftName)
        self.focus = focus.map { Values.field($0).name }
    }
}

extension Draft: Codable where Values: Codable {}

// MARK: - Fields

extension Draft {
    /// A field with its value and its complaint: `draft.title`. O(n) for n fields, and its rule.
    ///
    /// Precondition: the values have a ``Field`` for the key path. Other properties are read as `draft.values.total`. A
    /// field that is called as a property of the draft, such as `focus`, is `draft[\.focus]`.
    public subscript<Value>(dynamicMember path: WritableKeyPath<Values, Value>) -> DraftField<Values, Value> {
        self[path]
    }

    /// A field with its value and its complaint, of a path that leads through several properties:
    /// `draft[\.address.city]`.
    public subscript<Value>(path: WritableKeyPath<Values, Value>) -> DraftField<Values, Value> {
        DraftField(Values.field(path), values[keyPath: path], of: self)
    }

    /// The fields that are texts, in their order: for a screen that shows one below the other. O(n²) for n fields.
    public var texts: [DraftField<Values, String>] {
        Values.fields.compactMap { $0.text.map { self[$0] } }
    }
}

// MARK: - Editing

extension Draft {
    /// Performs an edit, unless it is for a draft of another name: sets the field, and forgets a server's complaint about it.
    ///
    /// `Store.edits(_:only:)` calls it. Call it in a handler that may refuse an edit:
    ///
    /// ```swift
    /// store.on(SetField<Booking>.self) { state, edit in
    ///     if !state.isSent { state.booking.apply(edit) }
    /// }
    /// ```
    public mutating func apply(_ edit: SetField<Values>) {
        guard edit.draft == draftName, Values.field(named: edit.field) != nil else { return }
        edit.apply(to: &values)
        refusals[edit.field] = nil
        if focus != edit.field { touch(edit.field) }
    }

    /// Moves the focus, unless it is that of a draft of another name. The field that it leaves is touched.
    public mutating func apply(_ move: FocusField<Values>) {
        guard move.draft == draftName else { return }
        switch move.target {
        case .field(let name): focus(on: Values.field(named: name)?.name)
        case .next: moveFocus(by: 1)
        case .previous: moveFocus(by: -1)
        case .nothing: focus(on: nil)
        }
    }

    private mutating func moveFocus(by step: Int) {
        let names = Values.fields.map(\.name)
        guard !names.isEmpty else { return }
        let present = names.firstIndex { $0 == focus } ?? (step > 0 ? -1 : 0)
        focus(on: names[(present + step + names.count) % names.count])
    }

    private mutating func focus(on name: String?) {
        if let focus, focus != name { touch(focus) }
        focus = name
    }

    private mutating func touch(_ field: String) { if !touched.contains(field) { touched.append(field) } }
}

// MARK: - Changes

extension Draft {
    /// Whether a field has another value than at first. O(n) for n fields.
    public var isChanged: Bool { Values.fields.contains { !$0.isSame(values, original) } }

    /// The edits that lead from the original values to the present ones, one a changed field, in the order of the fields:
    /// for an outbox, or a request that sends the changes.
    ///
    /// ```swift
    /// print(store.state.value.booking.changes)                            // [guest = "Kim", nights = 2]
    /// ```
    public var changes: [SetField<Values>] {
        Values.fields.filter { !$0.isSame(values, original) }.map {
            SetField($0.name, $0.content(values), in: draftName)
        }
    }

    /// Takes other values as the original, such as an entity that others have changed meanwhile. Fields that the user has
    /// changed stay as they are; all others follow.
    ///
    /// - Parameter other: The new original values.
    public mutating func rebase(onto other: Values) {
        let edits = changes
        (values, original) = (other, other)
        for edit in edits { edit.apply(to: &values) }
    }
}

// MARK: - Complaints

extension Draft {
    /// Whether no rule complains. Complaints of a server do not count: saving may be tried again. O(n) for n fields.
    public var isValid: Bool { Values.fields.allSatisfy { $0.rule(values) == nil } }

    /// Says that saving was tried: the complaints of all fields are shown, those of the server are forgotten, and the focus
    /// goes to the first field with a complaint.
    ///
    /// - Returns: Whether there is none, so that the values may be saved.
    public mutating func trySaving() -> Bool {
        (isTried, refusals) = (true, [:])
        guard let wrong = Values.fields.first(where: { $0.rule(values) != nil }) else { return true }
        focus(on: wrong.name)
        return false
    }

    /// Takes complaints of a server, by the names of their fields. Each is shown until its field is edited, or saving is
    /// tried again. The focus goes to the first of them.
    ///
    /// - Parameter complaints: The complaints. Those about fields that there are not are left out.
    public mutating func refuse(_ complaints: [String: String]) {
        let wrong = Values.fields.filter { complaints[$0.name] != nil }
        for field in wrong { refusals[field.name] = complaints[field.name] }
        if let first = wrong.first { focus(on: first.name) }
    }

    func problem(of field: Field<Values>) -> String? { refusals[field.name] ?? field.rule(values) }

    func isShown(_ name: String) -> Bool { isTried || touched.contains(name) || refusals[name] != nil }
}
