import MillraceHTML

/// The rows of a post, from top to bottom: a function for each screen that shows posts. No row has a condition for the
/// screen that it is on.
///
/// Equal arguments give equal rows, and no two rows of a post have the same identity. O(length of the post). They need
/// nothing else, so they may run anywhere: `posts.flatMap(on: .main, …) { Recipes.timeline($0, $1) }`.
enum Recipes {
    /// In a timeline, among posts of others.
    static func timeline(_ shown: ShownPost, _ setting: RecipeSetting) -> [PostRow] {
        rows(shown, setting) { rows, content in
            rows.addBoost(of: shown, setting)
            rows.addAnswered(shown, isExcerptShown: true)
            rows.add(.header, .header(HeaderRow(content, setting)))
            rows.addContent(content, of: shown, setting)
        }
    }

    /// In a thread, below what it answers.
    static func thread(_ shown: ShownPost, _ setting: RecipeSetting) -> [PostRow] {
        rows(shown, setting) { rows, content in
            rows.add(.header, .header(HeaderRow(content, setting)))
            rows.addContent(content, of: shown, setting)
        }
    }

    /// The post that a thread is about, with all that is known of it.
    static func focus(_ shown: ShownPost, _ setting: RecipeSetting) -> [PostRow] {
        rows(shown, setting) { rows, content in
            rows.addAnswered(shown, isExcerptShown: false)
            rows.add(.header, .header(HeaderRow(content, setting)))
            rows.addContent(content, of: shown, setting)
            let edited = content.edited.map { "edited \(setting.time($0))" }
            rows.add(.details, [edited, content.application, content.language, content.url].facts)
        }
    }

    /// In the profile of its author, who is named above.
    static func profile(_ shown: ShownPost, _ setting: RecipeSetting) -> [PostRow] {
        rows(shown, setting) { rows, content in
            if content.isPinned { rows.add(.pinned, "Pinned", sign: "▲ ") }
            rows.addBoost(of: shown, setting)
            rows.add(.header, .header(HeaderRow(content, isNamed: shown.post.boost != nil, setting)))
            rows.addAnswered(shown, isExcerptShown: false)
            rows.addContent(content, of: shown, setting)
        }
    }

    /// A post that cannot be shown.
    static func gone(_ id: String, reason: String) -> [PostRow] {
        var rows = PostRows(id)
        rows.add(.gone, reason, sign: "✕ ")
        rows.addDivider()
        return rows.rows
    }

    /// An account, above its posts.
    static func account(_ profile: Profile) -> [PostRow] {
        var rows = PostRows("account \(profile.account.id)")
        rows.add(.profile, .header(HeaderRow(profile.account)))
        rows.add(.profile, profile.facts)
        rows.add(RichText(html: profile.html))
        for entry in profile.entries { rows.add(.entry, .text(entry.row)) }
        rows.addDivider()
        return rows.rows
    }

    private static func rows(
        _ shown: ShownPost,
        _ setting: RecipeSetting,
        _ add: (inout PostRows, PostContent) -> Void
    ) -> [PostRow] {
        var rows = PostRows(shown.id, level: shown.level)
        if let content = shown.post.content {
            add(&rows, content)
            rows.add(.counters, .counters(CountersRow(content)))
        } else {
            rows.addBoost(of: shown, setting)
            rows.add(.gone, "The boosted post is gone.", sign: "✕ ")
        }
        rows.addDivider()
        return rows.rows
    }
}

extension Profile {
    fileprivate var facts: String {
        [posts.map { "\($0) posts" }, followers.map { "\($0) followers" }, following.map { "follows \($0)" }].facts
    }
}

extension Profile.Entry {
    fileprivate var row: TextRow {
        let spans = [RichText.Span("\(name): ")] + RichText(html: value).paragraphs.flatMap(\.spans)
        return TextRow(paragraph: RichText.Paragraph(spans), isApart: false)
    }
}
