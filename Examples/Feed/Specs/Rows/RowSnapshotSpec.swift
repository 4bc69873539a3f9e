import MillraceEntities
import MillraceSpecs
import TestSupport

@testable import FeedReader

/// Each kind of rows at three widths.
final class RowSnapshotSpec: Spec {
    func testSpec() {
        describe("the row of a post that is called") {
            for (name, posts) in Self.posts {
                it("\(name)") {
                    let rows = try posts.flatMap { fields in
                        Recipes.timeline(ShownPost(post: try post(fields)), .utc).filter { $0.id.name == name }
                    }
                    compare(rows)
                }
            }
            it("pinned, and the header of a profile") {
                let shown = ShownPost(post: try post(#""pinned": true, "edited_at": "2026-11-28T11:00:00Z""#))
                compare(Recipes.profile(shown, .utc).filter { [.pinned, .header].contains($0.id.name) })
            }
            it("details") {
                let fields = #""application": {"name": "Web"}, "language": "en", "url": "https://pond.example/@kim/7""#
                let shown = ShownPost(post: try post("\(fields), \"edited_at\": \"2026-11-28T11:00:00Z\""))
                compare(Recipes.focus(shown, .utc).filter { $0.id.name == .details })
            }
            it("gone") {
                compare(
                    Recipes.gone("7", reason: "post 7: it is not known yet") + Recipes.timeline(try boostOfGone(), .utc)
                )
            }
            it("profile, with its entries") {
                var table = EntityTable(schema: .mastodon)
                let account = #"""
                    {"id": 3, "acct": "kim", "display_name": "Kim", "bot": true, "locked": true, "statuses_count": 84,
                     "followers_count": 12, "following_count": 7, "note": "<p>By the river.</p><p>Tea.</p>",
                     "fields": [{"name": "Garden", "value": "<a href=\"https://k.example\">k.example</a>"}]}
                    """#
                let id = try table.merge(account.utf8, as: .one(.account))[0]
                compare(Recipes.account(try table.read(Profile.self, id)))
            }
            it("text, three levels down in a thread") {
                let shown = ShownPost(post: try post(#""content": "\#(Self.long)""#), level: 3)
                compare(Recipes.thread(shown, .utc))
            }
        }
        it("has a picture of each kind") {
            let others: [PostRow.Name] = [.pinned, .details, .gone, .profile, .entry]
            expect(Set(Self.posts.map(\.key) + others)).to(equal(Set(PostRow.Name.allCases)))
        }
        describe("a row of every emoji, and of words from right to left") {
            it("has all of them, and is nowhere wider than the screen") {
                let emojis = (0x231A...0x1FAFF).compactMap(Unicode.Scalar.init).filter(\.properties.isEmojiPresentation)
                let joined = "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 1️⃣ שלום עולם مرحبا بالعالم \u{202E}abc\u{202C}"
                let text = emojis.map { "\($0) " }.joined() + joined
                let rows = Recipes.timeline(ShownPost(post: try post("\"content\": \"<p>\(text)\"")), .utc)
                for columns in [40, 80, 120] {
                    let lines = rows.first { $0.id.name == .text }?.lines(columns: columns) ?? []
                    expect(lines.allSatisfy { $0.columns <= columns }).to(beTrue())
                    let shown = lines.flatMap { $0.text.split(separator: " ") }.joined(separator: " ")
                    let expected = text.unicodeScalars.filter { !["\u{202E}", "\u{202C}"].contains($0) }
                    expect(shown).to(equal(String(String.UnicodeScalarView(expected))))
                }
            }
        }
        let size = Programs.size(1_000_000)
        describe("a row of \(size) bytes") {
            it("is drawn where it is one cluster, and where it is one word") {
                for text in [
                    "e" + String(repeating: "\u{301}", count: size / 2), String(repeating: "e", count: size),
                ] {
                    let rows = Recipes.timeline(ShownPost(post: try post("\"content\": \"<p>\(text)\"")), .utc)
                    expect(rows.flatMap { $0.lines(columns: 40) }.count).to(equal(text.count == 1 ? 5 : size / 40 + 4))
                }
            }
        }
        describe("a row of no more than a few columns") {
            it("is drawn, however narrow") {
                for columns in 0...12 {
                    for (_, posts) in Self.posts {
                        for fields in posts {
                            let rows = Recipes.focus(ShownPost(post: try post(fields), isOpen: true, level: 9), .utc)
                            for line in rows.flatMap({ $0.lines(columns: columns) }) {
                                expect(line.columns).to(beLessThanOrEqualTo(max(2, columns)))
                            }
                        }
                    }
                }
            }
        }
    }

    private static let long =
        "A sentence that is far too long for a line of a small terminal, and goes on and on and on."

    private static let posts: KeyValuePairs<PostRow.Name, [String]> = [
        .boost: [#""reblog": {"id": 8, "content": "x"}"#],
        .answered: [
            #""in_reply_to_id": "6""#,
            #""in_reply_to_id": {"id": 6, "content": "<p>\#(long)</p><p>b", "account": {"id": 4, "acct": "bo"}}"#,
            #""in_reply_to_id": {"id": 6, "content": "x", "spoiler_text": "Long"}, "in_reply_to_account_id": "3""#,
            #""in_reply_to_id": "6", "in_reply_to_account_id": "3""#,
            #""in_reply_to_id": "6", "in_reply_to_account_id": "4", "mentions": [{"id": "4", "acct": "bo"}]"#,
        ],
        .header: [
            #""visibility": "public""#, #""visibility": "private", "edited_at": "2026-11-28T11:00:00Z""#,
            #""visibility": "direct""#, #""visibility": "local""#, #""account": null"#,
            #""account": {"id": 9, "acct": "wheel@a-very-long-name-of-a-server.example", "bot": true}"#,
        ],
        .warning: [#""spoiler_text": "The end of the book""#, "\"spoiler_text\": \"\(long)\""],
        .text: [
            "\"content\": \"<p>\(long)</p><p>And <b>bold</b>, <i>so</i>, <del>not</del>, <code>x</code>.</p>\"",
            #""content": "<p><a class=\"mention\" href=\"x\">@bo</a> <a rel=\"tag\">#tea</a> <a href=\"y\">y</a></p>""#,
            "\"content\": \"<h1>Head</h1><ul><li>\(long)</li><li>b<ol><li>c</li></ol></li></ul>\"",
            "\"content\": \"<blockquote>\(long)</blockquote><pre><code>let a = 1\\n  let b = 2</code></pre>\"",
            #""content": "<p>👩‍👩‍👧‍👦 田中 שלום</p><p>a\u0000b\u001b[31mc</p>""#,
        ],
        .image: [
            """
            "media_attachments": [
                {"type": "image", "description": "\(long)", "meta": {"original": {"width": 1200, "height": 800}}},
                {"type": "image"}, {"type": "gifv", "description": "It turns."}
            ]
            """
        ],
        .media: [
            """
            "media_attachments": [
                {"type": "video", "description": "\(long)", "meta": {"original": {"duration": 125.4}}},
                {"type": "audio"}, {"type": "audio", "meta": {"duration": 1e30}}
            ]
            """
        ],
        .hidden: [
            #""sensitive": true, "media_attachments": [{"type": "image"}]"#,
            #""sensitive": true, "media_attachments": [{"type": "image"}, {"type": "video"}]"#,
        ],
        .unknown: [#""media_attachments": [{"type": "hologram", "url": "https://pond.example/7"}, {}]"#],
        .option: [
            """
            "poll": {"options": [{"title": "\(long)", "votes_count": 3}, {"title": "Tea", "votes_count": 1}],
                     "voted": true, "own_votes": [1]}
            """,
            #""poll": {"options": [{"title": "Hidden"}, {"title": ""}], "multiple": true, "own_votes": [0]}"#,
        ],
        .poll: [
            #""poll": {"votes_count": 1, "voters_count": 1, "expired": true, "expires_at": "2026-11-27T10:00:00Z"}"#,
            #""poll": {"votes_count": 4, "voters_count": 3, "expires_at": "2026-12-27T10:00:00Z", "voted": true}"#,
            #""poll": {"expires_at": null}"#,
        ],
        .card: [
            #""card": {"url": "https://a.example/b", "title": "A page", "description": "\#(long)", "provider_name": "A"}"#,
            #""card": {"url": "https://a.example/b", "authors": [{"account": {"id": 4, "display_name": "Bo"}}]}"#,
        ],
        .quote: [
            """
            "quote": {"state": "accepted", "quoted_status": {"id": 8, "content": "<p>\(long)</p><p>b</p>",
                "account": {"id": 4, "acct": "bo"}, "media_attachments": [{}, {}], "poll": {}, "quote": {"id": 1}}}
            """,
            #""quote": {"id": 8, "content": "x", "spoiler_text": "Long", "account": {"id": 4, "acct": "bo"}}"#,
        ],
        .unquoted: [
            "accepted", "pending", "rejected", "revoked", "deleted", "unauthorized", "blocked_account",
            "blocked_domain",
            "muted_account", "of_tomorrow",
        ].map { "\"quote\": {\"state\": \"\($0)\"}" },
        .counters: [
            #""favourited": true, "reblogged": true, "bookmarked": true"#,
            #""replies_count": null, "reblogs_count": -1, "favourites_count": 123456"#,
        ],
        .divider: [""],
    ]
}

private func compare(_ rows: [PostRow]) {
    for columns in [40, 80, 120] { expect(canvas(rows, columns: columns)).to(matchSnapshot("\(columns)")) }
}

private func boostOfGone() throws -> ShownPost {
    var table = EntityTable(schema: .mastodon)
    try table.merge(#"{"id": 8, "account": {"id": 3, "acct": "kim"}, "reblog": {"id": 7}}"#.utf8, as: .one(.post))
    table.delete(EntityID(.post, 7))
    return ShownPost(post: try table.read(Post.self, EntityID(.post, 8)))
}
