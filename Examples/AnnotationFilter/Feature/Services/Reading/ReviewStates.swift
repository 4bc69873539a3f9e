/// The states that reviewers gave to rows. For each row and model the state with the latest date wins, independent of
/// the reviewer; of several with the same date, the last in the file. A state without a usable date is older than any
/// with one.
struct ReviewStates {
    /// The kinds of states that PDF knows.
    enum Model {
        case review
        case marked

        /// The model of a state. One that names no model is known by its states.
        init?(of element: XFDFElement) {
            switch element["statemodel"]?.lowercased() {
            case "review": self = .review
            case "marked": self = .marked
            case nil:
                let marks = ["marked", "unmarked"]
                self = marks.contains(element["state"]?.lowercased() ?? "") ? .marked : .review
            default: return nil
            }
        }
    }

    /// A state as an element sets it.
    struct Change {
        let element: Int
        /// Nil where its model is none that PDF knows.
        let model: Model?
        let modelName: String?
        let state: String
        let time: Int
    }

    private var latest: [Model: [Int: Change]] = [:]

    mutating func apply(_ change: Change, toRow row: Int) {
        guard let model = change.model else { return }
        if let former = latest[model]?[row], former.time > change.time { return }
        latest[model, default: [:]][row] = change
    }

    /// What the last reviewer decided; nil for nothing, or "None".
    func status(ofRow row: Int) -> ReviewStatus? {
        guard let state = latest[.review]?[row]?.state, !state.caseInsensitiveEquals("none") else { return nil }
        return ReviewStatus(rawValue: state)
    }

    /// Whether the row was marked last, rather than unmarked or let be.
    func isMarked(row: Int) -> Bool { latest[.marked]?[row]?.state.caseInsensitiveEquals("marked") ?? false }
}
