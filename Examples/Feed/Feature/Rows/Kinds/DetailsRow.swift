import MillraceTerminal

/// What is told only of the post that a thread is about.
struct DetailsRow: Hashable, Sendable {
    let time: String
    let edited: String?
    let audience: String
    let application: String?
    let language: String?
    let url: String?
}

extension DetailsRow {
    init(_ content: PostContent, _ setting: RecipeSetting) {
        (time, edited) = (setting.time(content.created), content.edited.map(setting.time))
        audience = content.visibility.audience ?? "public"
        (application, language, url) = (content.application, content.language, content.url)
    }
}

extension DetailsRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let facts = [time, edited.map { "edited \($0)" }, audience, application, language].facts
        return QuietLine(text: facts).lines(columns: columns)
            + (url.map { TerminalParagraph([TerminalSpan($0, .dim)]).lines(columns: columns) } ?? [])
    }
}
