import Foundation
import Millrace
import MillraceApp

extension Draft<ItemTexts> {
    /// The use case "add", with what is typed.
    public func addition(id: UUID, at present: Present) throws -> AddItem {
        try add(values.title, notes: values.notes, due: at(present).values.readDue(), id: id, at: present.date)
    }

    /// What has become of the fields in the form, as edits of the item; one action, so that undo takes back all of it.
    public func edit(of id: ToDoItem.ID, at present: Present) throws -> EditItem {
        var edits: [ItemEdit] = []
        if self.title.isChanged { edits.append(.title(try asTitle(values.title))) }
        if self.due.isChanged { edits.append(.due(try at(present).values.readDue())) }
        if self.notes.isChanged { edits.append(.notes(values.notes)) }
        return EditItem(id: id, edits: edits)
    }
}
