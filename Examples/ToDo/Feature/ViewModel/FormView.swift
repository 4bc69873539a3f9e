import Foundation
import Millrace

/// What a form shows, as a value.
public struct FormView: Equatable, Sendable {
    /// A field with its label.
    public struct Line: Equatable, Sendable {
        /// The field.
        public let field: FormField
        /// What it is called.
        public let label: String
        /// What is typed.
        public let text: String
        /// What to type, while there is nothing.
        public let placeholder: String
        /// What the text means; or what is wrong with it.
        public let note: String?
        /// Whether it is what is wrong.
        public let isProblem: Bool
    }

    /// What the form is for.
    public let heading: String
    /// The fields.
    public let lines: [Line]
    /// The field with the cursor.
    public let focus: FormField
    /// What else is known of the item.
    public let facts: [String]

    /// What is shown of a form.
    ///
    /// - Parameter item: The item; nil for a new one.
    public init(_ form: ToDoForm, of item: ToDoItem?, at present: Present) {
        heading = item?.title ?? "Something new"
        focus = form.focus
        lines = FormField.allCases.map { field in Line(field, form, at: present) }
        facts = item.map { $0.facts(at: present) } ?? []
    }
}

extension FormView.Line {
    fileprivate init(_ field: FormField, _ form: ToDoForm, at present: Present) {
        (self.field, text) = (field, form.typed[field])
        switch field {
        case .title: (label, placeholder, note, isProblem) = ("What", "what is to be done", nil, false)
        case .notes: (label, placeholder, note, isProblem) = ("Notes", "more about it", nil, false)
        case .due:
            (label, placeholder) = ("Due", DueProblem.forms)
            do throws(FormProblem) {
                (note, isProblem) = (try form.due(at: present)?.text(at: present) ?? "at no time", false)
            } catch {
                (note, isProblem) = (error.text, true)
            }
        }
    }
}

extension ToDoItem {
    /// When it was added and finished, and how it recurs.
    fileprivate func facts(at present: Present) -> [String] {
        let day = { (date: Date) in Day(of: date, in: present.timeZone).text(at: present) }
        return ["Added \(day(created))"] + (finished.map { ["Finished \(day($0))"] } ?? [])
            + (recurrence.map { [$0.prefix(1).uppercased() + $0.dropFirst()] } ?? [])
    }
}
