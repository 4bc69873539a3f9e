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

    mutating func add(_ name: PostRow.Name, _ text: String, first: String = "", others: String = "  ") {
        add(name, .note(NoteRow(text: text, first: first, others: others)))
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
        if let boost = shown.post.boost { add(.boost, .boost(BoostRow(boost, setting))) }
    }

    /// What it answers, if it answers something.
    mutating func addAnswered(_ shown: ShownPost, excerpt isExcerptShown: Bool) {
        if let row = AnsweredRow(shown.post, excerpt: isExcerptShown) { add(.answered, .answered(row)) }
    }

    /// What it says, and what is attached to it, unless it is behind a warning.
    mutating func addContent(_ content: PostContent, of shown: ShownPost, _ setting: RecipeSetting) {
        let (isOpen, quote) = (shown.isOpen || setting.isOpen, shown.post.quote)
        if let warning = content.warning {
            add(.warning, .warning(WarningRow(text: warning, isOpen: isOpen)))
            guard isOpen else { return }
        }
        add(RichText(html: content.html, isQuoteShown: quote?.post != nil))
        let attachments = content.attachments.map(AttachmentRow.init)
        if content.isSensitive, !isOpen, !attachments.isEmpty {
            let count = attachments.count
            add(.hidden, count == 1 ? "A sensitive attachment" : "\(count) sensitive attachments", first: "▸ ")
        } else {
            for row in attachments { add(row.name, .attachment(row)) }
        }
        if let poll = content.poll {
            for row in OptionRow.rows(of: poll) { add(.option, .option(row)) }
            add(.poll, .poll(PollRow(poll, setting)))
        }
        // A card of the quoted post would show it twice.
        if let card = content.card, card.url != quote?.post?.url { add(.card, .card(CardRow(card))) }
        if let reason = quote?.reason {
            add(.unquoted, reason, first: "│ ", others: "│ ")
        } else if let post = quote?.post {
            add(.quote, .quote(QuoteRow(post, setting)))
        }
    }
}

extension Paragraph {
    /// Whether a blank line sets it apart from the one above it. Items of a list stand together.
    fileprivate func isApart(from above: Paragraph) -> Bool {
        !kind.isItem || quotations != above.quotations || lists < 2 && lists != above.lists
    }
}
