import MillraceTerminal

/// What is told only of the post that a thread is about.
struct DetailsRow: Hashable, Sendable {
    let edited: String?
    let application: String?
    let language: String?
    let url: String?

    init(_ content: PostContent, _ setting: RecipeSetting) {
        edited = content.edited.map { "edited \(setting.time($0))" }
        (application, language, url) = (content.application, content.language, content.url)
    }
}

extension DetailsRow: TerminalDrawing {
    var drawing: [TerminalParagraph] { [.quiet(edited, application, language, url)] }
}
