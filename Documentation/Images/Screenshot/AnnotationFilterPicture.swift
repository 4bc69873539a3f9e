import AnnotationFilter
import Millrace
import MillraceHistory
import MillraceTerminal

/// The notes of two authors, with the cursor among the annotations.
@MainActor
func annotationFilterPicture() throws -> TerminalPicture {
    let store = AnnotationFilterStore(showing: try XFDFFileService().sample(), on: Dispatcher())
    let shown = store.shown(with: UndoHistory(of: store))
    let screen = AnnotationFilterScreen(shown, size: Variable(TerminalSize(columns: 108, rows: 30)))
    let keys: [TerminalKey] = [.right, .down, .enter, .down, .enter, .tab, .down, .down, .down, .down]
    for key in keys {
        if case .dispatch(let action) = screen.press(key) { store.dispatcher.dispatch(action) }
    }
    return TerminalPicture(screen.canvas.value, title: "The annotation filter on a terminal")
}
