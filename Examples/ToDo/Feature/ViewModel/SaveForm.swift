import Foundation
import Millrace

/// What is wrong with a field of a form.
public struct FormProblem: Error, Hashable, Sendable {
    /// The field.
    public let field: FormField
    /// What is wrong.
    public let text: String
}

extension ToDoForm {
    /// When the item is due as the form says it; nil if at no time.
    public func due(at present: Present) throws(FormProblem) -> Due? {
        guard !typed.due.allSatisfy(\.isWhitespace) else { return nil }
        do throws(DueProblem) {
            return try Due.read(typed.due, at: present)
        } catch {
            throw FormProblem(field: .due, text: error.description)
        }
    }

    /// The use case "add", with what is typed.
    public func addition(id: UUID, at present: Present) throws(FormProblem) -> AddItem {
        let due = try due(at: present)
        do throws(ToDoProblem) {
            return try add(typed.title, notes: typed.notes, due: due, id: id, at: present.date)
        } catch {
            throw FormProblem(field: .title, text: error.description)
        }
    }

    /// What has become of the fields in the form, as edits of the item; one action, so that undo takes back all of it.
    public func edit(of id: ToDoItem.ID, at present: Present) throws(FormProblem) -> EditItem {
        var edits: [ItemEdit] = []
        if typed.title != shown.title {
            do throws(ToDoProblem) {
                edits.append(.title(try asTitle(typed.title)))
            } catch {
                throw FormProblem(field: .title, text: error.description)
            }
        }
        if typed.due != shown.due { edits.append(.due(try due(at: present))) }
        if typed.notes != shown.notes { edits.append(.notes(typed.notes)) }
        return EditItem(id: id, edits: edits)
    }
}
