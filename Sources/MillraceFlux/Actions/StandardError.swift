import Foundation

/// Writes a text to standard error, on lines of its own.
@usableFromInline
package func writeToStandardError(_ text: String) {
    // Not `Data(text.utf8)`, whose generic initialiser would be compiled here: 4 KB.
    FileHandle.standardError.write((text + "\n").data(using: .utf8) ?? Data())
}
