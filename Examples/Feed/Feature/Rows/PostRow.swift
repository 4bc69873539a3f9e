/// A row of a post: one of several small ones, each of a kind of its own.
struct PostRow: Identifiable, Hashable, Sendable {
    /// The post in the timeline, the kind of the row, and the row's place among those of its kind.
    struct ID: Hashable, Sendable {
        let post: String
        let kind: Name
        var index = 0
    }

    /// What a row is called.
    enum Name: String, Hashable, Sendable, CaseIterable {
        case boost, pinned, answered, header, date, warning, text, image, media, hidden, unknown, option, poll, card,
            quote, unquoted, counters, details, gone, profile, entry, divider
    }

    /// What a row shows.
    enum Kind: Hashable, Sendable {
        case boost(BoostRow)
        case pinned
        case answered(AnsweredRow)
        case header(HeaderRow)
        case date(DateRow)
        case warning(WarningRow)
        case text(TextRow)
        case image(ImageRow)
        case media(MediaRow)
        case hidden(HiddenRow)
        case unknown(UnknownRow)
        case option(OptionRow)
        case poll(PollRow)
        case card(CardRow)
        case quote(QuoteRow)
        case unquoted(UnquotedRow)
        case counters(CountersRow)
        case details(DetailsRow)
        case gone(GoneRow)
        case profile(ProfileRow)
        case entry(EntryRow)
        case divider
    }

    let id: ID
    let kind: Kind
    /// How deep it stands in a thread.
    var level = 0
}

extension PostRow.Kind {
    var name: PostRow.Name {
        switch self {
        case .boost: .boost
        case .pinned: .pinned
        case .answered: .answered
        case .header: .header
        case .date: .date
        case .warning: .warning
        case .text: .text
        case .image: .image
        case .media: .media
        case .hidden: .hidden
        case .unknown: .unknown
        case .option: .option
        case .poll: .poll
        case .card: .card
        case .quote: .quote
        case .unquoted: .unquoted
        case .counters: .counters
        case .details: .details
        case .gone: .gone
        case .profile: .profile
        case .entry: .entry
        case .divider: .divider
        }
    }
}
