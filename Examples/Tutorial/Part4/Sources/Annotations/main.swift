import Millrace
import MillraceTerminal

let store = makeAnnotationFilter(of: Annotation.samples, on: Dispatcher(on: .main))
let application = try TerminalApplication()
let screen = AnnotationFilterScreen(AnnotationFilterView(store), size: application.size)

await application.run(showing: screen.canvas) { key in
    if key == .character("q") { return .quit }
    if let action = screen.press(key) { store.dispatcher.dispatch(action) }
    return .goOn
}
