import Foundation

/// A path as it is typed, pasted, or dragged onto a terminal: in quotation marks, with escaped blanks, or as a file
/// URL.
enum TypedPath {
    /// The path that a text means.
    static func path(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("file://"), let url = URL(string: text), url.isFileURL { return url.path }
        if text.count > 1, let quote = text.first, quote == text.last, "'\"".contains(quote) {
            return String(text.dropFirst().dropLast())
        }
        // Terminals escape what a shell would read otherwise: a blank, a bracket.
        return text.replacing(#/\\([^A-Za-z0-9])/#) { String($0.output.1) }
    }
}
