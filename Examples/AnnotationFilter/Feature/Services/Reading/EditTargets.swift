/// What the elements of a file are to edits of them.
struct EditTargets: Sendable {
    /// An annotation that an edit can be about.
    struct Row: Sendable {
        /// Its page, counted from 0.
        let page: Int
        /// Where it is on the page, as written.
        let rect: String?
        /// For each model the state that counts.
        var states: [StateModel: ReviewState] = [:]
    }

    /// The names of all elements.
    let names: Set<String>
    /// The annotations to which others can refer, by their names.
    var rows: [String: Row] = [:]
}
