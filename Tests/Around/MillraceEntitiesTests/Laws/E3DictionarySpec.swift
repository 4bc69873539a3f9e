import MillraceSpecs

@testable import MillraceEntities

/// Law E3: an entity within another is kept once, by reference, also where the names of an object are data.
final class E3DictionarySpec: Spec {
    private struct People: Codable, Equatable { var people: [String: Author] }

    func testSpec() {
        let schema = EntitySchema(
            EntityType("room", fields: ["people": .dictionary(.one("user"))]),
            EntityType("user")
        )
        let (room, ada) = (EntityID("room", 1), EntityID("user", 3))
        let answer = #"{"id": 1, "people": {"b": {"id": 4, "name": "Bob"}, "a": {"id": 3, "name": "Ada"}}}"#

        describe("E3: a dictionary of entities") {
            it("is an answer whose entities are kept, in the order of their names") {
                var store = EntityTable(schema: schema)
                let text = #"{"4": {"id": 4, "name": "Bob"}, "3": {"id": 3, "name": "Ada"}}"#
                expect(try store.tell(text, as: .dictionary(.one("user")))).to(equal([ada, EntityID("user", 4)]))
                expect(try store.read(Author.self, ada).name).to(equal("Ada"))
            }

            it("is read with what is known of each, without those that were deleted") {
                var store = EntityTable(schema: schema)
                try store.tell(answer, as: .one("room"))
                try store.tell(#"{"id": 3, "name": "Ada L."}"#, as: .one("user"))
                expect(try store.read(People.self, room).people.mapValues(\.name)).to(
                    equal(["a": "Ada L.", "b": "Bob"])
                )
                store.delete(EntityID("user", 4))
                expect(try store.read(People.self, room).people.mapValues(\.name)).to(equal(["a": "Ada L."]))
            }

            it("is edited: its entities, and which there are") {
                var store = EntityTable(schema: schema)
                try store.tell(answer, as: .one("room"))
                _ = try store.edit(People.self, room) { room in
                    room.people["a"]?.name = "Grace"
                    room.people["b"] = nil
                    room.people["c"] = Author(id: 5, name: "Cid")
                }
                expect(try store.read(Author.self, ada).name).to(equal("Grace"))
                expect(try store.read(People.self, room).people.mapValues(\.name)).to(
                    equal(["a": "Grace", "c": "Cid"])
                )
                expect(store.status(of: EntityID("user", 4))).to(equal(.known))
            }

            it("is refused where something else stands") {
                var store = EntityTable(schema: schema)
                expect(message { try store.tell(#"{"id": 1, "people": [3]}"#, as: .one("room")) }).to(
                    equal("people: an object is expected, and an array found")
                )
            }
        }
    }
}
