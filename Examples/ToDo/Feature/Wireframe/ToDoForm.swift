import Millrace

/// A field of a form.
public enum FormField: String, CaseIterable, Codable, Sendable {
    case title, due, notes
}

/// What is typed about an item: the state of a screen.
public struct ToDoForm: Equatable, Codable, Sendable {
    /// The texts of an item's fields.
    public struct Texts: Equatable, Codable, Sendable {
        /// What is to be done.
        public var title: String
        /// When it is due, as it is typed.
        public var due: String
        /// More about it.
        public var notes: String

        /// Texts, by default empty ones.
        public init(title: String = "", due: String = "", notes: String = "") {
            (self.title, self.due, self.notes) = (title, due, notes)
        }

        subscript(field: FormField) -> String {
            get { self[keyPath: Self.path(of: field)] }
            set { self[keyPath: Self.path(of: field)] = newValue }
        }

        private static func path(of field: FormField) -> WritableKeyPath<Texts, String> {
            switch field {
            case .title: \.title
            case .due: \.due
            case .notes: \.notes
            }
        }
    }

    /// What is typed.
    public var typed: Texts
    /// What was there when the screen was shown: a field that is still the same is not changed, whoever changes the item
    /// meanwhile.
    public let shown: Texts
    /// Where the cursor is.
    public var focus = FormField.title

    /// A form with texts in it.
    public init(_ texts: Texts = Texts()) { (typed, shown) = (texts, texts) }

    /// A form for an item.
    public init(of item: ToDoItem, at present: Present) {
        self.init(Texts(title: item.title, due: item.due?.typed(at: present) ?? "", notes: item.notes))
    }
}

/// Types a text into a field of a form.
public struct TypeText: Action, Hashable, Codable {
    /// The field.
    public let field: FormField
    /// All of its text.
    public let text: String
}

/// Moves the cursor of a form to a field.
public struct FocusField: Action, Hashable, Codable {
    /// The field.
    public let field: FormField
}

/// Makes the store of a form.
func makeForm(
    for subject: FormSubject,
    of state: ToDoState,
    at present: Present,
    on dispatcher: Dispatcher
) -> Store<ToDoForm> {
    let item: ToDoItem? = if case .item(let id) = subject { state.items[id: id] } else { nil }
    return Store(item.map { ToDoForm(of: $0, at: present) } ?? ToDoForm(), on: dispatcher) { store in
        store.on(TypeText.self) { form, action in form.typed[action.field] = action.text }
        store.on(FocusField.self) { form, action in form.focus = action.field }
    }
}
