import AnnotationFilter
import Millrace

/// Runs the screen on the terminal: keys become actions, and every view that the actions lead to is drawn.
struct ScreenLoop {
    private let store: AnnotationFilterStore
    private let undo: UndoHistory

    init(_ store: AnnotationFilterStore, undo: UndoHistory) {
        self.store = store
        self.undo = undo
    }

    /// Runs until the user quits or the terminal is gone.
    func run() throws(TerminalSessionError) {
        let session = try TerminalSession()
        defer { session.close() }
        let view = store.view(with: undo)
        var screen = AnnotationFilterScreen(view.value, size: session.size)
        let subscription = view.observe { screen.show($0) }
        defer { subscription.cancel() }

        while true {
            session.draw(screen.canvas)
            switch session.nextEvent() {
            case .key(let key):
                switch screen.press(key) {
                case .draw: break
                case .dispatch(let action): store.dispatcher.dispatch(action)
                case .quit: return
                }
            case .resize(let size): screen.resize(to: size)
            case .end: return
            case nil: break
            }
        }
    }
}
