import MillraceSpecs
import TestSupport

@testable import MillraceEntities

/// Law E4: an optimistic change is a layer. Refused, it is as if it had never been; confirmed, what the server said
/// stands, and else what the change said.
final class E4OptimisticSpec: Spec {
    func testSpec() {
        describe("E4: a change that the server has not confirmed") {
            it("is seen at once, and is gone when it is refused") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                let before = store
                let change = try store.edit(Title.self, pin7) { $0.title = "Coffee" }
                expect(try store.read(Title.self, pin7).title).to(equal("Coffee"))
                expect(store.pendingChanges).to(equal([change]))
                store.refuse(change)
                expect(store).to(equal(before))
                expect(store.pendingChanges).to(beEmpty())
            }

            it("is run again over what the server tells meanwhile") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 5, "title": "Tea"}"#)
                let change = try store.edit(Likes.self, pin7) { $0.likes += 1 }
                try store.tell(#"{"id": 7, "likes": 10, "title": "Cup"}"#)
                expect(try store.read(Likes.self, pin7).likes).to(equal(11))
                expect(try store.read(Title.self, pin7).title).to(equal("Cup"))
                try store.confirm(change, with: #"{"id": 7, "likes": 12}"#.utf8, as: .one("pin"))
                expect(try store.read(Likes.self, pin7).likes).to(equal(12))
                expect(store.layers.table.count).to(equal(0))
            }

            it("is one of several: each refused alone, in any order") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 5}"#)
                let changes = try (0..<3).map { power in
                    try store.edit(Likes.self, pin7) { $0.likes += [1, 10, 100][power] }
                }
                store.refuse(changes[1])
                expect(try store.read(Likes.self, pin7).likes).to(equal(106))
                store.refuse(changes[0])
                expect(try store.read(Likes.self, pin7).likes).to(equal(105))
            }

            it("moves nothing on the screen while all are confirmed, in any order") {
                for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
                    var store = EntityTable()
                    try store.tell(#"{"id": 7, "title": "0", "likes": 0}"#)
                    let changes = try (1...3).map { number in
                        try store.edit(Post.self, pin7) { post in
                            post.title = "\(number)"
                            post.likes += 1
                        }
                    }
                    for index in order {
                        // The server answers with what it has after this change.
                        let answer = #"{"id": 7, "title": "\#(index + 1)", "likes": \#(index + 1)}"#
                        try store.confirm(changes[index], with: answer.utf8, as: .one("pin"))
                        expect(try store.read(Post.self, pin7)).to(equal(Post(title: "3", likes: 3)))
                    }
                    expect(store.layers.table.count).to(equal(0))
                }
            }

            it("stays below a later one that was confirmed first, also where it reads nothing") {
                struct Noted: Codable, Equatable {
                    var id: Int
                    var note: String?
                }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "note": "a"}"#)
                let clearing = try store.change { $0.clear(pin7, "note") }
                let writing = try store.change { try $0.merge(encoding: Noted(id: 7, note: "b"), as: .one("pin")) }
                store.confirm(writing)
                expect(try store.read(Noted.self, pin7).note).to(equal("b"))
                store.confirm(clearing)
                expect(try store.read(Noted.self, pin7).note).to(equal("b"))
                expect(store.layers.table.count).to(equal(0))
            }

            it("changes nothing while what it needs is gone, and says why") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 5}"#)
                let change = try store.edit(Likes.self, pin7) { $0.likes += 1 }
                store.delete(pin7)
                expect(store.error(of: change)).to(equal(EntityError(.deleted, at: "pin 7")))
                try store.tell(#"{"id": 7, "likes": 8}"#)
                expect(store.error(of: change)).to(beNil())
                expect(try store.read(Likes.self, pin7).likes).to(equal(9))
            }

            it("leaves nothing behind if it throws") {
                struct Refused: Error {}
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 5}"#)
                let before = store
                expect {
                    _ = try store.edit(Likes.self, pin7) { likes in
                        likes.likes = 9
                        throw Refused()
                    }
                }.to(throwError())
                expect(store).to(equal(before))
            }

            it("may delete, and add") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "comments": [{"id": 1, "text": "a"}]}"#)
                struct Comment: Codable, Equatable {
                    var id: Int
                    var text: String
                }
                struct Comments: Codable, Equatable { var comments: [Comment] }
                let removal = store.remove(EntityID("comment", 1))
                expect(try store.read(Comments.self, pin7).comments).to(beEmpty())
                let addition = try store.edit(Comments.self, pin7) { $0.comments.append(Comment(id: 2, text: "b")) }
                expect(try store.read(Comments.self, pin7).comments.map(\.text)).to(equal(["b"]))
                store.refuse(removal)
                expect(try store.read(Comments.self, pin7).comments.map(\.text)).to(equal(["a", "b"]))
                store.refuse(addition)
                expect(try store.read(Comments.self, pin7).comments.map(\.text)).to(equal(["a"]))
                expect(store.status(of: EntityID("comment", 2))).to(equal(.unknown))
            }

            it("is ignored by an answer of a change that was settled before") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 5}"#)
                let change = try store.edit(Likes.self, pin7) { $0.likes += 1 }
                store.confirm(change)
                store.refuse(change)
                try store.confirm(change, with: #"{"id": 7, "likes": 9}"#.utf8, as: .one("pin"))
                expect(try store.read(Likes.self, pin7).likes).to(equal(9))
            }
        }

        describe("an edit") {
            it("writes what differs, and not what others have changed") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "likes": 1, "note": "x"}"#)
                let change = try store.edit(Post.self, pin7) { $0.title = "Coffee" }
                try store.tell(#"{"id": 7, "likes": 4}"#)
                expect(try store.read(Post.self, pin7)).to(equal(Post(title: "Coffee", likes: 4)))
                expect(store.layers.table.first?.patch.deltas[pin7]?.fields.count).to(equal(1))
                store.confirm(change)
                expect(try store.read(Post.self, pin7)).to(equal(Post(title: "Coffee", likes: 4)))
            }

            it("makes null of what was known and is nil, and leaves what was unknown") {
                struct Noted: Codable {
                    var note: String?
                    var price: Int?
                }
                struct Facts: Decodable, Equatable {
                    let note: Known<String>
                    let price: Known<Int>
                }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "note": "x"}"#)
                _ = try store.edit(Noted.self, pin7) { $0.note = nil }
                expect(try store.read(Facts.self, pin7)).to(equal(Facts(note: .null, price: .unknown)))
                _ = try store.change { $0.clear(pin7, "price") }
                expect(try store.read(Facts.self, pin7)).to(equal(Facts(note: .null, price: .null)))
            }

            it("reaches the entities within") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "author": {"id": 3, "name": "Ada"}}"#)
                _ = try store.edit(Pin.self, pin7) { $0.author?.name = "Grace" }
                expect(try store.read(Author.self, user3).name).to(equal("Grace"))
                expect(store.layers.table.first?.patch.deltas[pin7]).to(beNil())
                _ = try store.edit(Pin.self, pin7) { $0.author = Author(id: 4, name: "Bob") }
                expect(try store.read(Pin.self, pin7).author).to(equal(Author(id: 4, name: "Bob")))
                expect(try store.read(Author.self, user3).name).to(equal("Grace"))
                _ = try store.edit(Pin.self, pin7) { $0.author = nil }
                expect(try store.read(Pin.self, pin7).author).to(beNil())
            }

            it("knows an entity without its identity by its place, and refuses it in a list that changes") {
                struct Named: Codable { var name: String }
                struct Authored: Codable { var author: Named }
                struct Friends: Codable { var friends: [Named] }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "author": {"id": 3, "name": "Ada", "friends": [{"id": 4, "name": "B"}]}}"#)
                _ = try store.edit(Authored.self, pin7) { $0.author.name = "Grace" }
                expect(try store.read(Author.self, user3).name).to(equal("Grace"))
                expect(message { _ = try store.edit(Friends.self, user3) { $0.friends[0].name = "C" } }).to(
                    contain(#"an object of the kind "user" has no "id""#)
                )
            }

            it("takes the copy that was changed, and refuses two that differ with both paths") {
                struct Pair: Codable {
                    var author: Author
                    var best: Author
                }
                let schema = EntitySchema(
                    EntityType("pin", fields: ["author": .one("user"), "best": .one("user")]),
                    EntityType("user")
                )
                var store = EntityTable(schema: schema)
                try store.tell(#"{"id": 7, "author": {"id": 3, "name": "Ada"}, "best": 3}"#)
                _ = try store.edit(Pair.self, pin7) { $0.best.name = "Grace" }
                expect(try store.read(Pair.self, pin7).author.name).to(equal("Grace"))
                expect(
                    message {
                        _ = try store.edit(Pair.self, pin7) { pair in
                            pair.author.name = "X"
                            pair.best.name = "Y"
                        }
                    }
                ).to(equal("pin 7.best.name: changed differently from its copy at pin 7.author.name"))
            }

            it("keeps the order and the doubles of lists") {
                struct Friends: Codable { var friends: [Author] }
                var store = EntityTable()
                try store.tell(
                    #"{"id": 3, "friends": [{"id": 4, "name": "B"}, {"id": 5, "name": "C"}]}"#,
                    as: .one("user")
                )
                _ = try store.edit(Friends.self, user3) { friends in
                    friends.friends.insert(friends.friends[1], at: 0)
                    friends.friends.swapAt(1, 2)
                }
                expect(try store.read(Friends.self, user3).friends.map(\.id)).to(equal([5, 5, 4]))
            }

            it("leaves the parts of an object that the projection does not have") {
                struct Size: Codable { var w: Int }
                struct Sized: Codable { var size: Size }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "size": {"h": 2, "w": 1}}"#)
                _ = try store.edit(Sized.self, pin7) { $0.size.w = 5 }
                struct Whole: Decodable { let size: [String: Int] }
                expect(try store.read(Whole.self, pin7).size).to(equal(["w": 5, "h": 2]))
            }

            it("puts an entity in the place of one of a kind that a former schema had") {
                struct Authored: Codable { var author: Known<Author> }
                var old = EntityTable(
                    schema: EntitySchema(EntityType("pin", fields: ["author": .one("person")]), EntityType("person"))
                )
                try old.tell(#"{"id": 7, "author": {"id": 3, "name": "Ada"}}"#)
                var store = EntityTable(schema: pinSchema, restoring: old)
                _ = try store.edit(Authored.self, pin7) { $0.author = .value(Author(id: 4, name: "Bob")) }
                expect(try store.read(Authored.self, pin7).author).to(equal(.value(Author(id: 4, name: "Bob"))))
            }

            it("does not change an identity") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                expect(message { _ = try store.edit(Pin.self, pin7) { $0.id = 8 } }).to(
                    equal("pin 7.id: the identity was changed. To fix: edit other fields")
                )
            }
        }

        describe("random changes") {
            it("leave what plain code gives, whatever is confirmed or refused in whatever order") {
                var random = SeededGenerator(Seed.current)
                for _ in Programs(400) {
                    var program = try EditProgram()
                    for _ in 0..<Int.random(in: 1...25, using: &random) {
                        try program.step(&random)
                        expect(program.seen).to(equal(program.expected))
                    }
                    while !program.waiting.isEmpty { try program.settleOne(&random) }
                    expect(program.seen).to(equal(program.expected))
                    expect(program.store.layers.table.count).to(equal(0))
                }
            }

            it("move nothing while a server confirms them all") {
                var random = SeededGenerator(Seed.current)
                for _ in Programs(400) {
                    var program = try EditProgram()
                    for _ in 0..<Int.random(in: 1...8, using: &random) { try program.change(&random) }
                    let before = program.seen
                    while !program.waiting.isEmpty {
                        try program.confirmAsServer(&random)
                        expect(program.seen).to(equal(before))
                    }
                }
            }
        }
    }
}

private struct Likes: Codable, Equatable { var likes: Int }
