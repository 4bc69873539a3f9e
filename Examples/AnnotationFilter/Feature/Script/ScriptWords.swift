/// Splits what stands behind a command into words: at blanks, but not inside quotes.
enum ScriptWords {
    static func split(_ text: Substring) throws(ScriptError) -> [String] {
        var words: [String] = []
        var rest = text.drop(while: \.isWhitespace)
        while let first = rest.first {
            if first == "\"" {
                rest.removeFirst()
                words.append(try quoted(&rest))
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
            }
            rest = rest.drop(while: \.isWhitespace)
        }
        return words
    }

    /// Takes a word up to its closing quote, and the quote.
    private static func quoted(_ rest: inout Substring) throws(ScriptError) -> String {
        var word = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"":
                if rest.first?.isWhitespace ?? true { return word }
                throw .quotes("a blank is missing behind a closing quote")
            case "\\":
                word.append(try escaped(rest.popFirst()))
            default:
                word.append(character)
            }
        }
        throw .quotes("a quote is not closed")
    }

    private static func escaped(_ character: Character?) throws(ScriptError) -> Character {
        switch character {
        case "\"", "\\": return character ?? "\\"
        case "n": return "\n"
        case "t": return "\t"
        case nil: throw .quotes("a quote is not closed")
        case let other?: throw .quotes("\\\(other) has no meaning in quotes")
        }
    }
}
