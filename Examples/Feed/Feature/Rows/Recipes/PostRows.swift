/// The rows of a post while a recipe adds them, from top to bottom.
struct PostRows {
    private(set) var rows: [PostRow] = []
    private var counts: [PostRow.Name: Int] = [:]
    private let id: String
    private let level: Int

    init(_ id: String, level: Int = 0) { (self.id, self.level) = (id, level) }

    mutating func add(_ kind: PostRow.Kind) {
        let name = kind.name
        let index = counts[name, default: 0]
        counts[name] = index + 1
        rows.append(PostRow(id: PostRow.ID(post: id, kind: name, index: index), kind: kind, level: level))
    }

    mutating func add(_ text: RichText) {
        for (index, paragraph) in text.paragraphs.enumerated() {
            let above = index > 0 ? text.paragraphs[index - 1] : nil
            add(.text(TextRow(paragraph: paragraph, isApart: above.map(paragraph.isApart) ?? false)))
        }
    }

    /// Who has boosted it, if somebody has.
    mutating func addBoost(of shown: ShownPost, _ setting: RecipeSetting) {
        if let boost = shown.post.boost { add(.boost(BoostRow(boost, setting))) }
    }

    /// What it answers, if it answers something.
    mutating func addAnswered(_ shown: ShownPost, excerpt isExcerptShown: Bool) {
        if let row = AnsweredRow(shown.post, excerpt: isExcerptShown) { add(.answered(row)) }
    }

    /// What it says, and what is attached to it, unless it is behind a warning.
    mutating func addContent(_ content: PostContent, of shown: ShownPost, _ setting: RecipeSetting) {
        let isOpen = shown.isOpen || setting.isOpen
        if let warning = content.warning {
            add(.warning(WarningRow(text: warning, isOpen: isOpen)))
            guard isOpen else { return }
        }
        add(RichText(html: content.html, isQuoteShown: shown.post.quote?.post != nil))
        if content.isSensitive, !isOpen, !content.attachments.isEmpty {
            add(.hidden(HiddenRow(count: content.attachments.count)))
        } else {
            for attachment in content.attachments { add(attachment.row) }
        }
        if let poll = content.poll { add(poll, setting) }
        // A card of the quoted post would show it twice.
        if let card = content.card, card.url != shown.post.quote?.post?.url { add(.card(CardRow(card))) }
        if let quote = shown.post.quote { add(quote.row(setting)) }
    }

    private mutating func add(_ poll: Poll, _ setting: RecipeSetting) {
        for row in OptionRow.rows(of: poll) { add(.option(row)) }
        add(.poll(PollRow(poll, setting)))
    }
}

extension Paragraph {
    /// Whether a blank line sets it apart from the one above it. Items of a list stand together.
    fileprivate func isApart(from above: Paragraph) -> Bool {
        guard case .item = kind, lists > 1 || lists == above.lists else { return true }
        return quotations != above.quotations
    }
}
