import Foundation
import Millrace
import MillraceApp

/// What a form shows, as a value.
public struct FormView: Equatable, Sendable {
    /// A field, with what there is to say about it.
    public struct Line: Equatable, Sendable {
        /// The field.
        public let field: DraftField<ItemTexts, String>
        /// What the text means; or what is wrong with it.
        public let note: String?
        /// Whether it is what is wrong.
        public var isProblem: Bool { note != nil && field.problem != nil }
    }

    /// What the form is for.
    public let heading: String
    /// The fields.
    public let lines: [Line]
    /// What else is known of the item.
    public let facts: [String]

    /// What is shown of a form.
    ///
    /// - Parameter item: The item; nil for a new one.
    public init(_ form: ToDoForm, of item: ToDoItem?, at present: Present) {
        heading = item?.title ?? "Something new"
        let form = form.at(present)
        lines = form.texts.map { field in
            Line(field: field, note: field.name == form.due.name ? form.values.meaning(at: present) : field.complaint)
        }
        facts = item.map { $0.facts(at: present) } ?? []
    }
}

extension ItemTexts {
    /// What the typed day means, before it is accepted; or why it means none.
    fileprivate func meaning(at present: Present) -> String {
        do {
            return try readDue()?.text(at: present) ?? "at no time"
        } catch {
            return error.description
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
