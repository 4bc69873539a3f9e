/// A state that a reviewer gave to a row, as an element sets it.
struct ReviewState {
    /// The kinds of states that PDF knows.
    enum Model: String {
        case review
        case marked
    }

    /// Nil where its model is none that PDF knows.
    let model: Model?
    let name: String
    /// When it was set. Without a usable date it is older than any with one.
    let time: Int

    /// The state in an element. One that names no model is known by its states.
    init(_ element: XFDFElement, dates: [PDFDate?]) {
        name = element["state"] ?? ""
        let isMark = ["marked", "unmarked"].contains(name.lowercased())
        model = Model(rawValue: element["statemodel"]?.lowercased() ?? (isMark ? "marked" : "review"))
        time = dates.lazy.compactMap { $0?.components?.secondsSince1970 }.first ?? .min
    }

    /// Sets the status of a row, or its mark. "None" is no status.
    func apply(to row: inout Annotation) {
        switch model {
        case .review: row.status = name.caseInsensitiveEquals("none") ? nil : ReviewStatus(rawValue: name)
        case .marked: row.isMarked = name.caseInsensitiveEquals("marked")
        case nil: break
        }
    }
}
