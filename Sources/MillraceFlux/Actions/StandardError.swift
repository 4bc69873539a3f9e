import Foundation

/// Writes a text to standard error, on lines of its own.
@usableFromInline
package func writeToStandardError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
