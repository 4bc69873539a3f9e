import MillraceEntities
import MillraceSpecs

@testable import FeedReader

final class SampleSpec: Spec {
    func testSpec() {
        describe("the sample") {
            let bytes = Sample.posts()

            it("is the same each time") { expect(Sample.posts() == bytes).to(beTrue()) }

            it("has 1,012 posts, the newest first, and rows of all kinds") {
                var table = EntityTable(schema: .mastodon)
                let ids = try table.merge(bytes, as: .many(.post))
                expect(ids).to(haveCount(1_012))
                let posts = try ids.map { try table.read(Post.self, $0) }
                let times = posts.compactMap { $0.boost?.created ?? $0.content?.created }
                expect(times).to(haveCount(1_012))
                expect(times).to(equal(times.sorted(by: >)))
                let names = Set(posts.flatMap { Recipes.profile(ShownPost(post: $0), RecipeSetting()) }.map(\.id.name))
                expect(names).to(equal(Set(PostRow.Name.allCases).subtracting([.gone, .details, .profile, .entry])))
            }
        }
    }
}
