import Foundation
import MillraceEntities
import MillraceSpecs

@testable import FeedReader

final class PostDecodingSpec: Spec {
    func testSpec() {
        describe("a post") {
            it("has an author") {
                let post = try read(#"{"id": 7, "content": "<p>Tea</p>", "account": {"id": 3, "acct": "ada"}}"#)
                expect(post.content?.account?.handle).to(equal("ada"))
            }
            it("that is a boost shows the boosted one, which is the same wherever it is") {
                let post = try read(
                    """
                    {"id": 8, "content": "", "account": {"id": 3, "acct": "ada"}, "reblog": {"id": 7, "content": "Tea",
                     "account": {"id": 4, "acct": "bo"}, "reblog": null}}
                    """
                )
                expect(post.boost?.account?.handle).to(equal("ada"))
                expect(post.content?.account?.handle).to(equal("bo"))
                expect(post.content?.html).to(equal("Tea"))
            }
            it("is shown as gone if it is the boost of a deleted one") {
                var table = EntityTable(schema: .mastodon)
                try table.merge(
                    #"{"id": 8, "content": "", "reblog": {"id": 7, "content": "Tea"}}"#.utf8,
                    as: .one(.post)
                )
                table.delete(EntityID(.post, 7))
                let post = try table.read(Post.self, EntityID(.post, 8))
                expect(post.boost).notTo(beNil())
                expect(post.content).to(beNil())
            }
            for (name, quote) in [
                ("Mastodon's", #"{"state": "accepted", "quoted_status": {"id": 7, "content": "Tea"}}"#),
                ("a shallow", #"{"state": "accepted", "quoted_status_id": "7"}"#),
                ("Akkoma's", #"{"id": "7", "content": "Tea", "account": {"id": 4}, "quote": {"id": 1}}"#),
            ] {
                it("has \(name) quote") {
                    var table = EntityTable(schema: .mastodon)
                    try table.merge(#"{"id": 7, "content": "Tea"}"#.utf8, as: .one(.post))
                    let id = try table.merge("{\"id\": 8, \"quote\": \(quote)}".utf8, as: .one(.post))[0]
                    let post = try table.read(Post.self, id)
                    expect(post.quote?.state).to(equal(.known(.accepted)))
                    expect(post.quote?.post?.html).to(equal("Tea"))
                }
            }
            it("is read although servers write it otherwise") {
                let post = try read(
                    """
                    {"id": 12, "content": null, "account": null, "created_at": "2026-11-28T10:04:00Z", "edited_at": "?",
                     "media_attachments": [null, 4, {"type": "hologram", "url": ""}, {"type": null}], "mentions": null,
                     "favourites_count": "45", "reblogs_count": -1, "replies_count": 1e300, "sensitive": 1,
                     "visibility": "of tomorrow", "application": {"name": null}, "poll": {"options": null}, "card": {}}
                    """
                )
                guard let content = post.content else { return fail("it has no content") }
                expect(post.id).to(equal("12"))
                expect([content.account?.name, content.html]).to(equal([nil, ""]))
                expect(content.created).to(equal(Date(timeIntervalSince1970: 1_795_860_240)))
                expect(content.edited).to(beNil())
                expect(content.attachments.map(\.kind)).to(equal([.other("hologram"), .other("unknown")]))
                expect([content.favourites.count, content.boosts.count, content.replies.count]).to(
                    equal([45, nil, nil])
                )
                expect(content.isSensitive).to(beTrue())
                expect(content.visibility).to(equal(.other("of tomorrow")))
                expect(content.poll?.options).to(equal([]))
                expect(content.card?.title).to(equal(""))
            }
            it("has the same fractions of a second, or none") {
                for time in ["10:04:00.000Z", "10:04:00Z", "11:04:00+01:00", "10:04:00.000000Z"] {
                    let post = try read("{\"id\": 1, \"created_at\": \"2026-11-28T\(time)\"}")
                    expect(post.content?.created).to(equal(Date(timeIntervalSince1970: 1_795_860_240)))
                }
            }
            it("is read, with those beside it, although something in it looks like an entity that nobody knows") {
                let page = #"[{"id": 1, "badge_of_tomorrow": {"id": 7, "by": {"id": 3}}}, {"id": 2}]"#
                let answer = try EntityAnswer(page.utf8, as: .many(.post), in: .mastodon)
                expect(answer.entities).to(equal([EntityID(.post, 1), EntityID(.post, 2)]))
                expect(answer.undeclared).to(haveCount(1))
            }
            it("of an unknown attachment is damaged nowhere else") {
                var table = EntityTable(schema: .mastodon)
                let bytes = Sample.posts(count: 100)
                let page = String(decoding: bytes, as: UTF8.self).replacing(
                    "\"type\":\"image\"",
                    with: "\"type\":\"x\""
                )
                for id in try table.merge(page.utf8, as: .many(.post)) {
                    expect(try table.read(Post.self, id).id).to(equal(id.key))
                }
            }
            it("knows what it answers as soon as that is known") {
                var table = EntityTable(schema: .mastodon)
                let id = try table.merge(#"{"id": 8, "in_reply_to_id": "7"}"#.utf8, as: .one(.post))[0]
                expect(try table.read(Post.self, id).answered).to(beNil())
                try table.merge(#"{"id": 7, "content": "Tea"}"#.utf8, as: .one(.post))
                expect(try table.read(Post.self, id).answered?.html).to(equal("Tea"))
            }
        }
    }
}
