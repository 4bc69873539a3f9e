import MillraceEntities
import MillraceSpecs

@testable import FeedReader

final class RecipesSpec: Spec {
    func testSpec() {
        describe("a recipe") {
            let fields = #"""
                "in_reply_to_id": "6", "in_reply_to_account_id": "3", "spoiler_text": "Long", "sensitive": true,
                "content": "<p>a</p><p>b</p>", "pinned": true, "language": "en", "media_attachments": [{"type": "image"}, {"type": "video"}]
                """#

            func names(_ recipe: (ShownPost, RecipeSetting) -> [PostRow], isOpen: Bool) throws -> String {
                recipe(ShownPost(post: try post(fields), isOpen: isOpen), .utc).map(\.id.name.rawValue)
                    .joined(separator: " ")
            }

            it("of a timeline, a thread, its post and a profile makes other rows of the same post") {
                let content = "warning text text image media"
                for (recipe, expected) in [
                    (Recipes.timeline, "answered header \(content) counters divider"),
                    (Recipes.thread, "header \(content) counters divider"),
                    (Recipes.focus, "answered header \(content) details counters divider"),
                    (Recipes.profile, "pinned header answered \(content) counters divider"),
                ] {
                    expect(try names(recipe, isOpen: true)).to(equal(expected))
                    let folded = expected.replacing(content, with: "warning")
                    expect(try names(recipe, isOpen: false)).to(equal(folded))
                }
            }
            it("opens what is behind a warning, of a post or of all") {
                let shown = ShownPost(post: try post(fields))
                let (open, opened) = (
                    RecipeSetting(zone: .gmt, isOpen: true), ShownPost(post: shown.post, isOpen: true)
                )
                let isWarning = { (row: PostRow) in row.id.name == .warning }
                expect(Recipes.timeline(shown, .utc).filter { !isWarning($0) }).to(haveCount(4))
                expect(Recipes.timeline(shown, open)).to(equal(Recipes.timeline(opened, .utc)))
            }
            it("shows a quoted post in place of the text for it, and of its card") {
                let quoting = #"""
                    "content": "<p class=\"quote-inline\">RE: x</p><p>Yes</p>", "card": {"url": "u", "title": "t"},
                    "quote": {"state": "accepted", "quoted_status": {"id": 8, "content": "Tea", "url": "u"}}
                    """#
                let rows = Recipes.timeline(ShownPost(post: try post(quoting)), .utc)
                expect(rows.map(\.id.name)).to(equal([.header, .text, .quote, .counters, .divider]))
            }
            it("leaves the text for a quoted post that is not shown") {
                let quoting = #""content": "<p class=\"quote-inline\">RE: x</p>", "quote": {"state": "pending"}"#
                let rows = Recipes.timeline(ShownPost(post: try post(quoting)), .utc)
                expect(rows.map(\.id.name)).to(equal([.header, .text, .unquoted, .counters, .divider]))
            }
        }
    }
}
