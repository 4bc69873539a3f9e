import Foundation
import MillraceEntities
import MillraceSpecs
import TestSupport

@testable import FeedReader

final class RecipesPropertySpec: Spec {
    func testSpec() {
        describe("the rows of posts that are damaged anywhere") {
            it("have identities of their own, and are the same for the same post") {
                var random = SeededGenerator(.current)
                let sample = try JSONSerialization.jsonObject(with: Data(Sample.posts(count: 104))) as? [Any] ?? []
                var count = 0
                for number in Programs(6 * sample.count) {
                    let (round, post) = (number % 6, sample[number / 6 % sample.count])
                    var damaged = post
                    for _ in 0..<round { damage(&damaged, &random) }
                    let data = try JSONSerialization.data(withJSONObject: damaged)
                    var (one, other) = (EntityTable(schema: .mastodon), EntityTable(schema: .mastodon))
                    // An answer that has no identity, or of which an author is no object, is refused.
                    guard let ids = try? one.merge(data, as: .one(.post)), let id = ids.first else { continue }
                    try other.merge(data, as: .one(.post))
                    count += 1
                    let isOpen = Bool.random(using: &random)
                    let shown = try [one, other].map { ShownPost(post: try $0.read(Post.self, id), isOpen: isOpen) }
                    for recipe in [Recipes.timeline, Recipes.thread, Recipes.focus, Recipes.profile] {
                        let rows = recipe(shown[0], .utc)
                        expect(Set(rows.map(\.id))).to(haveCount(rows.count))
                        expect(recipe(shown[1], .utc) == rows).to(beTrue())
                        expect(rows.allSatisfy { $0.id.post == id.key }).to(beTrue())
                    }
                }
                if Programs.areAll { expect(count).to(beGreaterThan(300)) }
            }
        }
    }
}

/// Replaces or removes something, at any depth.
private func damage(_ value: inout Any, _ random: inout SeededGenerator) {
    if var members = value as? [String: Any], let key = members.keys.sorted().randomElement(using: &random) {
        if Int.random(in: 0..<8, using: &random) == 0 {
            members[key] = nil
        } else if var member = members[key] {
            damage(&member, &random)
            members[key] = member
        }
        value = members
    } else if var elements = value as? [Any], !elements.isEmpty, Bool.random(using: &random) {
        let index = elements.indices.randomElement(using: &random) ?? 0
        damage(&elements[index], &random)
        if Bool.random(using: &random) { elements.append(elements[index]) }
        value = elements
    } else {
        let others: [Any] = [
            NSNull(), "", "<p>x<", 7, -1, 1e300, true, [Any](), ["a", NSNull()], ["id": "9"], [String: Any](),
        ]
        value = others.randomElement(using: &random) ?? ""
    }
}
