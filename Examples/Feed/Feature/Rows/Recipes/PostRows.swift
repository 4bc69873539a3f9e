import MillraceHTML
import MillraceTerminal

/// The rows of a post while a recipe adds them, from top to bottom.
struct PostRows {
    private(set) var rows: [PostRow] = []
    private var counts: [PostRow.Name: Int] = [:]
    private let id: String
    private let level: Int

    init(_ id: String, level: Int = 0) { (self.id, self.level) = (id, level) }

    mutating func add(_ name: PostRow.Name, _ kind: PostRow.Kind) {
        let index = counts[name, default: 0]
        counts[name] = index + 1
        rows.append(PostRow(id: PostRow.ID(post: id, name: name, index: index), kind: kind, level: level))
    }

    /// A few words; none where there is nothing to say.
    mutating func add(_ name: PostRow.Name, _ text: String, sign: String = "") {
        if !text.isEmpty { add(name, .note(NoteRow(text: text, sign: sign, isBarred: sign == "│ "))) }
    }

    mutating func addDivider() { add(.divider, "────────") }

    mutating func add(_ text: RichText) {
        for (index, paragraph) in text.paragraphs.enumerated() {
            let isApart = index > 0 && paragraph.isApart(from: text.paragraphs[index - 1])
            add(.text, .text(TextRow(paragraph: paragraph, isApart: isApart)))
        }
    }

    /// Who has boosted it, if somebody has.
    mutating func addBoost(of shown: ShownPost, _ setting: RecipeSetting) {
        guard let boost = shown.post.boost else { return }
        add(.boost, "\(boost.account?.name ?? "Somebody") boosted \(setting.time(boost.created))", sign: "↻ ")
    }

    /// What it answers, if it answers something, and how that begins, if it is known.
    mutating func addAnswered(_ shown: ShownPost, isExcerptShown: Bool) {
        guard let content = shown.post.content, content.answeredID != nil else { return }
        let answered = shown.post.answered
        let author = content.answeredAccountID ?? answered?.account?.id
        let handle = answered?.account?.handle ?? content.mentions.first { $0.id == author }?.handle
        let isOwn = author != nil && author == content.account?.id
        let excerpt = isExcerptShown ? answered.flatMap { $0.warning ?? RichText(html: $0.html).excerpt } : nil
        let whom = isOwn ? "an own post" : handle.map { "@\($0)" } ?? "a post"
        add(.answered, "Answers \(whom)\(excerpt.map { ": \($0)" } ?? "")".oneLine, sign: "↳ ")
    }

    /// What it says, and what is attached to it, unless it is behind a warning.
    mutating func addContent(_ content: PostContent, of shown: ShownPost, _ setting: RecipeSetting) {
        let (isOpen, quote) = (shown.isOpen || setting.isOpen, shown.post.quote)
        if let warning = content.warning {
            add(.warning, .warning(WarningRow(text: warning, isOpen: isOpen)))
            guard isOpen else { return }
        }
        add(RichText(html: content.html, rules: quote?.post == nil ? HTMLRules() : .withoutQuote))
        let count = content.attachments.count
        if content.isSensitive, !isOpen, count > 0 {
            add(.hidden, count == 1 ? "A sensitive attachment" : "\(count) sensitive attachments", sign: "▸ ")
        } else {
            for attachment in content.attachments { add(attachment.rowName, .attachment(attachment)) }
        }
        if let poll = content.poll {
            for row in OptionRow.rows(of: poll) { add(.option, .option(row)) }
            add(.poll, poll.facts(setting))
        }
        // A card of the quoted post would show it twice.
        if let card = content.card, card.url != quote?.post?.url { add(.card, .card(card)) }
        if let reason = quote?.reason {
            add(.unquoted, reason, sign: "│ ")
        } else if let post = quote?.post {
            add(.quote, .quote(QuoteRow(post, setting)))
        }
    }
}

extension RichText.Paragraph {
    /// Whether a blank line sets it apart from the one above it. Items of a list stand together.
    fileprivate func isApart(from above: RichText.Paragraph) -> Bool {
        !kind.isItem || quotations != above.quotations || lists < 2 && lists != above.lists
    }
}

extension HTMLRules {
    /// The text in place of a quoted post is left out, since that is shown.
    fileprivate static let withoutQuote = {
        var rules = HTMLRules()
        rules.hiddenClasses.insert("quote-inline")
        return rules
    }()
}

extension Poll {
    /// How many have voted, and until when one may.
    fileprivate func facts(_ setting: RecipeSetting) -> String {
        let end = end.map(setting.time)
        return [
            votes == 1 ? "1 vote" : "\(votes) votes", voters.map { $0 == 1 ? "1 person" : "\($0) people" },
            hasEnded ? "ended \(end ?? "")" : end.map { "until \($0)" }, hasVoted ? "you have voted" : nil,
        ].facts
    }
}
