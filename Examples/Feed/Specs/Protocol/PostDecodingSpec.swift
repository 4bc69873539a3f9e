import MillraceEntities
import MillraceSpecs

@testable import Feed

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

/// A post of an answer, as it is read from a table of entities.
func read(_ json: String) throws -> Post {
    var table = EntityTable(schema: .mastodon)
    let id = try table.merge(json.utf8, as: .one(.post))[0]
    return try table.read(Post.self, id)
}
