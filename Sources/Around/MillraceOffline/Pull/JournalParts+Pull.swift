public import MillraceJournal

extension JournalParts {
    /// Keeps the token of a pull, so that the next run goes on from it.
    ///
    /// Keep the content of the answers in the same journal: a token that is newer would leave changes out.
    /// In a restored folder both are older, and the server sends the rest again.
    ///
    /// - Parameters:
    ///   - path: The pull.
    ///   - name: The name of the part, which no other part of the store has.
    public mutating func pull<News: PullNews>(_ path: WritableKeyPath<State, Pull<News>>, as name: String) {
        value(path.appending(path: \.token), as: name)
    }
}
