/// Splits what stands behind a command into words: at blanks, but not inside quotes.
enum ScriptWords {
    static func split(_ text: Substring) throws(ScriptError) -> [String] {
        var words: [String] = []
        var rest = text.drop(while: \.isWhitespace)
        while let first = rest.first {
            if first == "\"" {
                guard let quoted = rest.prefixMatch(of: /"((?:[^"\\]|\\["\\])*)"(?=\s|$)/) else {
                    throw .quotes("a quote is not closed, or no blank stands behind it")
                }
                words.append(String(quoted.1.replacing(/\\(["\\])/) { $0.1 }))
                rest = rest[quoted.range.upperBound...]
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
            }
            rest = rest.drop(while: \.isWhitespace)
        }
        return words
    }
}
