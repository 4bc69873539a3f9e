// Prints a picture of the annotation filter, an SVG of what its screen shows after some keys:
//
//     swift run screenshot > Documentation/Images/annotation-filter.svg
//
// The keys go the way that they go in the program: the screen makes actions of them, the dispatcher carries those to the
// store, and what is drawn is the view that comes back.
import AnnotationFilter
import Foundation
import Millrace
import MillraceHistory
import MillraceTerminal

let store = AnnotationFilterStore(showing: try XFDFFileService().sample(), on: Dispatcher())
let view = store.view(with: UndoHistory(of: store))
let screen = AnnotationFilterScreen(view, size: Variable(TerminalSize(columns: 108, rows: 30)))

// The notes of two authors, then the cursor among the annotations.
let keys: [TerminalKey] = [.right, .down, .enter, .down, .enter, .tab, .down, .down, .down, .down]
for key in keys {
    if case .dispatch(let action) = screen.press(key) { store.dispatcher.dispatch(action) }
}
print(TerminalPicture(screen.canvas.value).svg)
