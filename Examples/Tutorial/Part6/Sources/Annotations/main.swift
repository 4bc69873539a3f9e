import Foundation
import Millrace
import MillraceHistory
import MillraceTerminal

let path = CommandLine.arguments.dropFirst().first ?? "notes.json"
if path.hasSuffix(".jsonl") {
    print(try replay(Data(contentsOf: URL(fileURLWithPath: path)), on: Dispatcher(on: .main)))
    exit(0)
}

let store = makeAnnotationFilter(of: Annotation.samples, from: .onDisk, on: Dispatcher(on: .main))
_ = UndoHistory(of: store)  // the dispatcher keeps it
let session = URL(fileURLWithPath: "session.jsonl")
try Data().write(to: session)
let file = try FileHandle(forWritingTo: session)
let recorder = ActionRecorder(digesting: store, on: store.dispatcher) { try file.write(contentsOf: $0) }

let application = try TerminalApplication()
let screen = AnnotationFilterScreen(AnnotationFilterView(store), opening: path, size: application.size)

await application.run(showing: screen.canvas) { key in
    if key == .character("q") { return .quit }
    if let action = screen.press(key) { store.dispatcher.dispatch(action) }
    return .goOn
}
recorder.finish()
