import MatrixChat
import Millrace
import MillraceTerminal

/// A screen of 120 columns that is drawn in memory only, so that a script can measure what the screen costs.
@MainActor
final class HiddenScreen {
    /// How often it was drawn.
    private(set) var frames = 0
    private let screen: ChatScreen

    init(of chat: Chat) {
        screen = ChatScreen(of: chat, size: Observable(TerminalSize(columns: 120, rows: 40)), on: .main)
        screen.canvas.observe(for: self) { screen, _ in screen.frames += 1 }
    }
}
