import MillraceSpecs

@testable import MillraceEntities

/// Law E4: confirmed, what the server said stands, and else what the change said.
final class E4ConfirmingSpec: Spec {
    private struct Post: Codable, Equatable {
        var title: String
        var likes: Int
    }

    private struct Comment: Codable, Equatable {
        var id: String
        var text: String
        var likes: Int?
    }

    private struct Comments: Codable, Equatable { var comments: [Comment] }

    func testSpec() {
        describe("E4: a change that is confirmed") {
            it("stands as the server says, and else as the change said") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "likes": 5}"#)
                let change = try store.edit(Post.self, pin7) { post in
                    post.title = "Cup"
                    post.likes += 1
                }
                try store.confirm(change, with: #"{"id": 7, "likes": 9}"#.utf8, as: .one("pin"))
                expect(try store.read(Post.self, pin7)).to(equal(Post(title: "Cup", likes: 9)))
            }

            it("stands at its place: the answer of a later change covers it, also one that came first") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "likes": 5}"#)
                let first = try store.edit(Post.self, pin7) { $0.likes += 1 }
                let second = try store.edit(Post.self, pin7) { $0.likes += 10 }
                try store.confirm(second, with: #"{"id": 7, "likes": 16}"#.utf8, as: .one("pin"))
                expect(try store.read(Post.self, pin7).likes).to(equal(16))
                try store.confirm(first, with: #"{"id": 7, "likes": 6, "title": "Cup"}"#.utf8, as: .one("pin"))
                expect(try store.read(Post.self, pin7)).to(equal(Post(title: "Cup", likes: 16)))
                // What is told afterwards is newer than both.
                try store.tell(#"{"id": 7, "likes": 15}"#)
                expect(try store.read(Post.self, pin7).likes).to(equal(15))
            }

            it("covers nothing that is told later, although it was confirmed behind one that waited") {
                var store = EntityTable()
                for pin in 7...9 { try store.tell(#"{"id": \#(pin), "title": "Tea", "likes": 5}"#) }
                let first = try store.edit(Post.self, pin7) { $0.likes = 6 }
                let second = try store.edit(Post.self, EntityID("pin", 8)) { $0.likes = 6 }
                _ = try store.edit(Post.self, EntityID("pin", 9)) { $0.likes = 6 }
                store.confirm(second)
                store.confirm(first)
                expect(store.layers.overlay.map(\.id)).to(equal([EntityID("pin", 9)]))
                try store.tell(#"{"id": 8, "likes": 9}"#)
                expect(try store.read(Post.self, EntityID("pin", 8)).likes).to(equal(9))
            }

            it("keeps what it has deleted, and what the server has told of it since") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "likes": 5}"#)
                let first = try store.change { draft in draft.clear(user3, "name") }
                let second = try store.edit(Post.self, pin7) { $0.likes = 6 }
                let third = store.remove(pin7)
                store.confirm(second)
                store.confirm(third)
                expect(store.status(of: pin7)).to(equal(.deleted))
                try store.tell(#"{"id": 7, "title": "Cup"}"#)
                struct Liked: Decodable { let likes: Known<Int> }
                expect(try store.read(Liked.self, pin7).likes).to(equal(.unknown))
                store.confirm(first)
                expect(try store.read(Liked.self, pin7).likes).to(equal(.unknown))
            }
        }

        describe("a deletion that is confirmed late") {
            it("is not undone by what is left of a change that was confirmed before it") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "likes": 5}"#)
                let first = try store.change { draft in draft.clear(user3, "name") }
                let removal = store.remove(pin7)
                struct Added: Codable {
                    var id: Int
                    var title: String
                    var likes: Int
                }
                let addition = try store.change { draft in
                    try draft.merge(encoding: Added(id: 7, title: "new", likes: 0), as: .one("pin"))
                }
                store.confirm(addition)
                expect(try store.read(Post.self, pin7)).to(equal(Post(title: "new", likes: 0)))
                try store.tell(#"{"id": 7, "title": "Cup"}"#)
                expect(store.status(of: pin7)).to(equal(.deleted))
                store.confirm(removal)
                store.confirm(first)
                expect(store.status(of: pin7)).to(equal(.deleted))
            }
        }

        describe("a temporary identity") {
            let (temporary, id) = (EntityID("comment", "temp"), EntityID("comment", "77"))

            it("is gone when the server has made another one, which has all of the entity") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "comments": [{"id": 1, "text": "a"}]}"#)
                let change = try store.edit(Comments.self, pin7) { post in
                    post.comments.append(Comment(id: "temp", text: "b", likes: 2))
                }
                let answer = #"{"id": 77, "text": "B"}"#
                let ids = try store.confirm(change, with: answer.utf8, as: .one("comment"), replacing: temporary)
                expect(ids).to(equal([id]))
                expect(store.status(of: temporary)).to(equal(.unknown))
                expect(store.count).to(equal(3))
                expect(try store.read(Comments.self, pin7).comments).to(
                    equal([Comment(id: "1", text: "a", likes: nil), Comment(id: "77", text: "B", likes: 2)])
                )
            }

            it("is replaced in changes that wait, and in those that were confirmed before") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "comments": []}"#)
                let adding = try store.change { draft in
                    try draft.merge(encoding: Comment(id: "temp", text: "a", likes: 0), as: .one("comment"))
                }
                let listing = try store.edit(Comments.self, pin7) { post in
                    post.comments.append(Comment(id: "temp", text: "a", likes: 0))
                }
                let liking = try store.edit(Comment.self, temporary) { $0.likes = ($0.likes ?? 0) + 1 }
                let clearing = try store.change { $0.clear(temporary, "note") }
                store.confirm(listing)
                let answer = #"{"id": 77, "text": "a", "likes": 4}"#
                try store.confirm(adding, with: answer.utf8, as: .one("comment"), replacing: temporary)
                expect(store.status(of: temporary)).to(equal(.unknown))
                expect(try store.read(Comments.self, pin7).comments).to(
                    equal([Comment(id: "77", text: "a", likes: 5)])
                )
                try store.tell(#"{"id": 77, "likes": 10}"#, as: .one("comment"))
                expect(try store.read(Comment.self, id).likes).to(equal(11))
                store.confirm(liking)
                store.confirm(clearing)
                expect(try store.read(Comment.self, id).likes).to(equal(11))
                expect(store.count).to(equal(2))
                expect(store.renamed).to(beEmpty())
            }

            it("is replaced in an entity that a change adds once more, or deletes") {
                var store = EntityTable()
                let adding = try store.change { draft in
                    try draft.merge(encoding: Comment(id: "temp", text: "a", likes: 0), as: .one("comment"))
                }
                let again = try store.change { draft in
                    _ = try draft.read(Comment.self, temporary)
                    try draft.merge(encoding: Comment(id: "temp", text: "b", likes: 0), as: .one("comment"))
                }
                try store.confirm(adding, with: #"{"id": 77}"#.utf8, as: .one("comment"), replacing: temporary)
                expect(try store.read(Comment.self, id)).to(equal(Comment(id: "77", text: "b", likes: 0)))
                store.refuse(again)
                expect(try store.read(Comment.self, id)).to(equal(Comment(id: "77", text: "a", likes: 0)))
                expect(store.count).to(equal(1))
            }

            it("stays where the app makes identities that the server takes") {
                var store = EntityTable()
                let adding = try store.change { draft in
                    try draft.merge(encoding: Comment(id: "temp", text: "a", likes: 0), as: .one("comment"))
                }
                try store.confirm(adding, with: #"{"id": "temp"}"#.utf8, as: .one("comment"), replacing: temporary)
                expect(try store.read(Comment.self, temporary).text).to(equal("a"))
            }
        }
    }
}
