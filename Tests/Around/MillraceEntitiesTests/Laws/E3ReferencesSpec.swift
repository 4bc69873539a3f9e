import MillraceSpecs

@testable import MillraceEntities

/// Law E3: an entity within another is kept once, by reference.
final class E3ReferencesSpec: Spec {
    func testSpec() {
        describe("E3: an entity within another") {
            it("is the same wherever it is told of") {
                var store = EntityTable()
                try store.tell(
                    """
                    {"id": 7, "title": "Tea", "author": {"id": 3, "name": "Ada"}, "comments": [
                        {"id": 1, "text": "nice", "author": {"id": 3}}, {"id": 2, "text": "no", "author": 4}]}
                    """
                )
                try store.tell(#"{"id": 3, "name": "Grace"}"#, as: .one("user"))
                struct Comment: Decodable, Equatable {
                    let text: String
                    let author: EntityID?
                }
                struct Full: Decodable {
                    let author: Author
                    let comments: [Comment]
                }
                let pin = try store.read(Full.self, pin7)
                expect(pin.author.name).to(equal("Grace"))
                expect(pin.comments).to(
                    equal([Comment(text: "nice", author: user3), Comment(text: "no", author: EntityID("user", 4))])
                )
                expect(store.count).to(equal(4))
            }

            it("is told apart by a tag") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "subject": {"type": "board", "id": 5, "name": "Wood"}}"#)
                struct Subjected: Decodable { let subject: EntityID }
                expect(try store.read(Subjected.self, pin7).subject).to(equal(EntityID("board", 5)))
                expect(message { try store.tell(#"{"id": 7, "subject": {"type": "cat", "id": 5}}"#) }).to(
                    equal(#"subject: one of "board", "user" at "type" is expected, and "cat" found"#)
                )
                expect(message { try store.tell(#"{"id": 7, "subject": {"id": 5}}"#) }).to(
                    equal(#"subject: a field "type" that tells the kind is expected, and no "type" found"#)
                )
            }

            it("is found within objects and lists that are no entities") {
                var store = EntityTable()
                try store.tell(
                    #"{"id": 7, "place": {"x": 1, "owner": {"id": 3, "name": "Ada"}}, "links": [{"to": {"id": 8, "title": "B"}, "at": 2}]}"#
                )
                struct Placed: Decodable {
                    struct Place: Decodable { let owner: Author }
                    struct Link: Decodable {
                        let to: Title
                        let at: Int
                    }
                    let place: Place
                    let links: [Link]
                }
                try store.tell(#"{"id": 8, "title": "C"}"#)
                let placed = try store.read(Placed.self, pin7)
                expect(placed.place.owner.name).to(equal("Ada"))
                expect(placed.links.map(\.to.title)).to(equal(["C"]))
                expect(placed.links.map(\.at)).to(equal([2]))
            }

            it("must be declared: what looks like one is refused with the line to add") {
                var store = EntityTable()
                expect(message { try store.tell(#"{"id": 7, "editor": {"id": 3, "name": "Ada"}}"#) }).to(
                    equal(
                        """
                        editor: an object that looks like an entity, at a field that the schema does not mention. \
                        To fix: add "editor": .one(KIND) to the fields of EntityType("pin"), or .value if it is none
                        """
                    )
                )
                expect(message { try store.tell(#"{"id": 7, "editors": [{"x": 1}, {"id": 3}]}"#) }).to(
                    contain(#""editors": .many(KIND) to the fields of EntityType("pin")"#)
                )
            }

            it("is found out also within undeclared objects and arrays") {
                var store = EntityTable()
                let undeclared = [
                    (#"{"by": {"id": 3}}"#, #""meta": .object(["by": .one(KIND)]) to"#),
                    (#"[{"x": 1}, {"by": {"id": 3}}]"#, #""meta": .list(["by": .one(KIND)]) to"#),
                    (#"[[{"id": 3}]]"#, #""meta": .many(KIND) to"#),
                    (#"{"u3": {"id": 3}}"#, #""meta": .object(["u3": .one(KIND)]) to"#),
                ]
                for (value, line) in undeclared {
                    expect(message { try store.tell(#"{"id": 7, "meta": \#(value)}"#) }).to(contain(line))
                }
                expect(message { try store.tell(#"{"id": 7, "meta": [{"x": {"y": [1]}}]}"#) }).to(beNil())
            }

            it("stays in its list in order, and as often as it was told") {
                var store = EntityTable()
                try store.tell(#"{"id": 3, "friends": [5, 4, "5", 6]}"#, as: .one("user"))
                struct Friends: Decodable { let friends: [Int] }
                expect(try store.read(Friends.self, user3).friends).to(equal([5, 4, 5, 6]))
            }

            it("leaves the lists that it is in when it is deleted, and returns with it") {
                var store = EntityTable()
                try store.tell(
                    #"{"id": 3, "friends": [{"id": 4, "name": "B"}, {"id": 5, "name": "C"}], "best": 4}"#,
                    as: .one("user")
                )
                store.delete(EntityID("user", 4))
                struct Friends: Decodable, Equatable {
                    let friends: [Author]
                    let best: Author?
                }
                expect(try store.read(Friends.self, user3)).to(
                    equal(Friends(friends: [Author(id: 5, name: "C")], best: nil))
                )
                try store.tell(#"{"id": 4, "name": "B"}"#, as: .one("user"))
                expect(try store.read(Friends.self, user3).friends.map(\.id)).to(equal([4, 5]))
            }
        }
    }
}
