import Millrace
import MillraceApp

/// The texts of an item's fields, as they are typed.
public struct ItemTexts: Editable, Codable {
    /// What is to be done.
    public var title: String
    /// When it is due, as it is typed.
    public var due: String
    /// More about it.
    public var notes: String

    /// What time it is, on which the meaning of a day depends. A form that is kept has none.
    var present: Present?

    private enum CodingKeys: CodingKey { case title, due, notes }

    /// Texts, by default empty ones.
    public init(title: String = "", due: String = "", notes: String = "") {
        (self.title, self.due, self.notes) = (title, due, notes)
    }

    /// The fields, with what is wrong with them.
    public static let fields: [Field<ItemTexts>] = [
        Field("title", \.title, "What", prompt: "what is to be done") { texts in problem { try asTitle(texts.title) } },
        Field("due", \.due, "Due", prompt: DueProblem.forms) { texts in problem { try texts.readDue() } },
        Field("notes", \.notes, "Notes", prompt: "more about it"),
    ]

    private static func problem(_ read: () throws -> Any?) -> String? {
        do {
            _ = try read()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// When the item is due; nil if at no time, and while nobody says what time it is.
    func readDue() throws(DueProblem) -> Due? {
        guard let present, !due.allSatisfy(\.isWhitespace) else { return nil }
        return try Due.read(due, at: present)
    }
}

/// What is typed about an item: the state of a screen. A field that is as it was when the screen was shown is not changed,
/// whoever changes the item meanwhile.
public typealias ToDoForm = Draft<ItemTexts>

extension Draft<ItemTexts> {
    /// A form with texts in it.
    public init(_ texts: ItemTexts = ItemTexts()) { self.init(texts, focus: \.title) }

    /// A form for an item.
    public init(of item: ToDoItem, at present: Present) {
        self.init(ItemTexts(title: item.title, due: item.due?.typed(at: present) ?? "", notes: item.notes))
    }

    /// The form as it reads at a moment.
    func at(_ present: Present) -> ToDoForm {
        var form = self
        form.values.present = present
        return form
    }

    /// The field with the cursor.
    var focused: DraftField<ItemTexts, String>? { texts.first(where: \.isFocused) }
}

/// Makes the store of a form.
func makeForm(
    for subject: FormSubject,
    of state: ToDoState,
    at present: Present,
    on dispatcher: Dispatcher
) -> Store<ToDoForm> {
    let item: ToDoItem? = if case .item(let id) = subject { state.items[id: id] } else { nil }
    return Store(item.map { ToDoForm(of: $0, at: present) } ?? ToDoForm(), on: dispatcher) { $0.edits(\.self) }
}
