import Foundation
import MillraceBase
import MillraceSignals

/// Writes a text to standard error, on lines of its own. Where that is closed, the text is lost, and nothing else.
@usableFromInline
package func writeToStandardError(_ text: String) {
    // Not `Data(text.utf8)`, whose generic initialiser would be compiled here: 4 KB.
    let line = (text + "\n").data(using: .utf8) ?? Data()
    withoutPipeSignal { try? FileHandle.standardError.write(contentsOf: line) }
}
