import MillraceTerminal

/// A post within the one that quotes it.
struct QuoteRow: Hashable, Sendable {
    let header: HeaderRow
    /// Nil if there is none.
    let warning: String?
    /// What it says; empty behind a warning.
    let text: RichText
    /// What else is in it: "2 images, a poll".
    let rest: String?
}

extension Quote {
    /// What it is shown as.
    func row(_ setting: RecipeSetting) -> PostRow.Kind {
        switch state {
        case .known(.accepted), .other:
            post.map { .quote(QuoteRow($0, setting)) }
                ?? .unquoted(UnquotedRow(reason: "The quoted post is not known."))
        case .known(let state): .unquoted(UnquotedRow(state))
        }
    }
}

extension QuoteRow {
    init(_ content: PostContent, _ setting: RecipeSetting) {
        header = HeaderRow(content, setting)
        warning = content.warning
        text = warning == nil ? RichText(html: content.html) : RichText()
        rest = content.summaryOfRest
    }
}

extension PostContent {
    /// What is in it besides its text: "2 images, a poll"; nil for nothing.
    fileprivate var summaryOfRest: String? {
        var parts: [String] = []
        func add(_ count: Int, _ one: String, _ many: String) {
            if count > 0 { parts.append(count == 1 ? one : "\(count) \(many)") }
        }
        let kinds = attachments.map(\.kind)
        let images = kinds.filter { $0 == .known(.image) || $0 == .known(.animation) }.count
        let videos = kinds.filter { $0 == .known(.video) }.count
        let sounds = kinds.filter { $0 == .known(.audio) }.count
        add(images, "an image", "images")
        add(videos, "a video", "videos")
        add(sounds, "a sound", "sounds")
        add(kinds.count - images - videos - sounds, "something attached", "things attached")
        add(poll == nil ? 0 : 1, "a poll", "polls")
        add(isQuoting ? 1 : 0, "a quoted post", "quoted posts")
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension QuoteRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let inner = max(1, columns - TerminalLine.bar.columns)
        let warned = warning.map { WarningRow(text: $0, isOpen: false).lines(columns: inner) } ?? []
        let text = text.paragraphs.flatMap { $0.lines(columns: inner) }
        let rest = rest.map { QuietLine(text: "(\($0))").lines(columns: inner) } ?? []
        return (header.lines(columns: inner) + warned + text + rest).map { $0.behind(.bar) }
    }
}
