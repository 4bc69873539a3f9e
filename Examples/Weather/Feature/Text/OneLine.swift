import Millrace
import MillraceTerminal

extension String {
    /// The text on one line, fit for a terminal: breaks become spaces, and controls their pictures.
    var oneLine: String { String(TerminalText(self).map(\.character)) }
}
