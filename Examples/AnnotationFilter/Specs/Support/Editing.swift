import Foundation
import Millrace
import MillraceHistory

@testable import AnnotationFilter

/// A store that shows a file, with what edits it.
final class EditingScene {
    let store: AnnotationFilterStore
    let undo: UndoHistory
    private(set) var editor: Editor

    /// - Parameter names: What the names of the edits begin with.
    init(_ data: Data, file: String = "test.xfdf", author: String = "Ada", names: String = "new") throws {
        store = AnnotationFilterStore(showing: try XFDFReader.read(data, file: file), on: Dispatcher())
        undo = UndoHistory(of: store)
        editor = .counting(author, names)
    }

    var state: AnnotationFilterState { store.state.value }
    var sheet: Sheet { state.sheet }
    var edits: SheetEdits { state.edits }

    func edit(_ name: String, _ change: SheetEdit.Change) { dispatch(Edit.add(editor.edit(name, change))) }
    func dispatch(_ action: some Action) { store.dispatcher.dispatch(action) }

    /// The file with the edits.
    func saved() throws -> Data { try sheet.origin?.data(with: edits) ?? Data() }

    /// The file is this one now.
    func renew(_ data: Data) throws {
        dispatch(SheetRenewed(sheet: try XFDFReader.read(data, file: sheet.file)))
    }
}

extension Editor {
    /// An editor whose edits are called by a word and a number, on the first day of 2027, a second after each other.
    static func counting(_ author: String = "Ada", _ names: String = "new") -> Editor {
        var count = 0
        return Editor(
            author: author,
            zone: .gmt,
            now: { Date(timeIntervalSince1970: 1_798_761_600 + Double(count)) },
            newName: {
                count += 1
                return "\(names)\(count)"
            }
        )
    }
}

extension Data {
    /// What was inserted in one place, where a file is another one with something inserted; nil where it is not.
    func inserted(into former: Data) -> Data? {
        let (new, old) = ([UInt8](self), [UInt8](former))
        let count = new.count - old.count
        guard count >= 0 else { return nil }
        let start = zip(new, old).prefix { $0 == $1 }.count
        let end = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count
        guard start + end >= old.count else { return nil }
        return Data(new[start..<(start + count)])
    }
}
