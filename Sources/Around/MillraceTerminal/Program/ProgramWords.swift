extension String {
    /// Splits a line that a program reads as a shell splits its command line: at blanks, but not inside quotes.
    ///
    /// ```swift
    /// try #"add "Call the surveyor" --due 'next week'"#.programWords()
    /// // add, Call the surveyor, --due, next week
    /// ```
    ///
    /// Within double quotes `\"` and `\\` stand for `"` and `\`. Within single quotes every character stands for itself,
    /// and so does a `\` outside of quotes. A pair of quotes with nothing between them is an empty word. O(length).
    ///
    /// - Throws: A ``ProgramExit`` of the status 64 if a quote is not closed.
    public func programWords() throws(ProgramExit) -> [String] {
        var words: [String] = []
        var word: String?
        var rest = self[...]
        while let character = rest.popFirst() {
            if character == "\"" || character == "'" {
                word = (word ?? "") + (try rest.popQuoted(upTo: character))
            } else if character.isWhitespace {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}

extension Substring {
    /// Removes and returns the text before a quote, which is removed, too.
    fileprivate mutating func popQuoted(upTo quote: Character) throws(ProgramExit) -> String {
        var text = ""
        while let character = popFirst() {
            if character == quote { return text }
            let isEscape = quote == "\"" && character == "\\" && (first == quote || first == "\\")
            text.append(isEscape ? removeFirst() : character)
        }
        throw .usage("a quote is not closed", fix: "close it with \(quote)")
    }
}
