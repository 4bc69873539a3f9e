import Millrace
import MillraceTerminal

let path = CommandLine.arguments.dropFirst().first ?? "notes.json"
let store = makeAnnotationFilter(of: Annotation.samples, from: .onDisk, on: Dispatcher(on: .main))
let application = try TerminalApplication()
let screen = AnnotationFilterScreen(AnnotationFilterView(store), opening: path, size: application.size)

await application.run(showing: screen.canvas) { key in
    if key == .character("q") { return .quit }
    if let action = screen.press(key) { store.dispatcher.dispatch(action) }
    return .goOn
}
