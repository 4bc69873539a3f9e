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

    private struct Latest {
        var state: String?
        var time = Int.min
    }

    private var review: [Latest]
    private var marked: [Latest]

    init(rowCount: Int) {
        review = Array(repeating: Latest(), count: rowCount)
        marked = review
    }

    mutating func set(_ state: String, in model: Model, ofRow row: Int, at time: Int) {
        let new = Latest(state: state, time: time)
        switch model {
        case .review where new.time >= review[row].time: review[row] = new
        case .marked where new.time >= marked[row].time: marked[row] = new
        default: break
        }
    }

    /// What the last reviewer decided; nil for nothing, or "None".
    func status(ofRow row: Int) -> ReviewStatus? {
        guard let state = review[row].state, !state.caseInsensitiveEquals("none") else { return nil }
        return ReviewStatus(rawValue: state)
    }

    /// Whether the row was marked last, rather than unmarked or let be.
    func isMarked(row: Int) -> Bool {
        marked[row].state?.caseInsensitiveEquals("marked") ?? false
    }
}
