/// A state that a reviewer gave to a row, as an element sets it.
public struct ReviewState: Equatable, Codable, Sendable {
    /// Nil where its model is none that PDF knows.
    let model: StateModel?
    /// Its name, for example `Accepted`.
    public let name: String
    /// Who gave it.
    public let author: String?
    /// When it was given; nil where the file has no usable date.
    public let date: PDFDate?
    /// When it was given. Without a usable date it is older than any with one.
    let time: Int

    /// The state in an element. One that names no model is known by its states.
    init(_ element: XFDFElement, dates: [PDFDate?]) {
        name = element["state"] ?? ""
        let isMark = ["marked", "unmarked"].contains(name.lowercased())
        model = StateModel(rawValue: element["statemodel"]?.lowercased() ?? (isMark ? "marked" : "review"))
        author = element["title"]
        date = dates.lazy.compactMap { $0 }.first(where: \.isDate)
        time = date?.components?.secondsSince1970 ?? .min
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
