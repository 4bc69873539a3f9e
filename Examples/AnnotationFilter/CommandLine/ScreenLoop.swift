import AnnotationFilter
import Millrace
import MillraceTerminal

/// Runs the screen on the terminal: keys become actions, and every view that the actions lead to is drawn.
@MainActor
struct ScreenLoop {
    private let store: AnnotationFilterStore
    private let undo: UndoHistory

    init(_ store: AnnotationFilterStore, undo: UndoHistory) {
        self.store = store
        self.undo = undo
    }

    /// Runs until the user quits or the terminal is gone. The file, if there is one, is opened meanwhile.
    func run(opening file: String?) async throws(TerminalSessionError) {
        let session = try TerminalSession()
        defer { session.close() }
        let view = store.view(with: undo)
        var screen = AnnotationFilterScreen(view.value, size: session.size)
        let subscription = view.observe {
            screen.show($0)
            session.draw(screen.canvas)
        }
        defer { subscription.cancel() }
        if let file { store.dispatcher.dispatch(OpenFile(file)) }

        for await event in session.events() {
            switch event {
            case .key(let key):
                switch screen.press(key) {
                case .draw: break
                case .dispatch(let action): store.dispatcher.dispatch(action)
                case .quit: return
                }
            case .resize(let size): screen.resize(to: size)
            case .end: return
            }
            session.draw(screen.canvas)
        }
    }
}
