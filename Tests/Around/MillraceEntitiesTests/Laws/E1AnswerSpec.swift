import Foundation
import MillraceSpecs

@testable import MillraceEntities

/// Law E1, of answers that are read before they are merged.
final class E1AnswerSpec: Spec {
    func testSpec() {
        describe("E1: an answer that was read") {
            let text = #"[{"title": "Tea", "id": 7, "author": {"id": 3, "name": "Ada"}}, {"id": 8, "author": 3}]"#

            it("is merged as its bytes are") {
                var (one, other) = (EntityTable(), EntityTable())
                let ids = try one.tell(text, as: .many("pin"))
                let answer = try EntityAnswer(text.utf8, as: .many("pin"), in: pinSchema)
                expect(other.merge(answer)) == ids
                expect(answer.entities) == ids
                expect(other) == one
                expect(message { _ = try EntityAnswer("[{}]".utf8, as: .many("pin"), in: pinSchema) })
                    == message { try one.tell("[{}]", as: .many("pin")) }
            }

            it("loses against what was asked for later") {
                var table = EntityTable()
                let ticket = table.ticket()
                let answer = try EntityAnswer(text.utf8, as: .many("pin"), in: pinSchema)
                try table.tell(#"{"id": 7, "title": "Cup"}"#)
                table.merge(answer, ticket: ticket)
                expect(try table.read(Title.self, pin7).title) == "Cup"
                expect(try table.read(Author.self, user3).name) == "Ada"
            }

            it("is the same after a recording, and knows what is null because it is absent") {
                let absent: [EntityKind: [String]] = ["pin": ["note"]]
                let answer = try EntityAnswer(text.utf8, as: .many("pin"), in: pinSchema, nullIfAbsent: absent)
                let copy = try JSONDecoder().decode(EntityAnswer.self, from: JSONEncoder().encode(answer))
                expect(copy) == answer
                var (one, other) = (EntityTable(), EntityTable())
                one.merge(answer)
                other.merge(copy)
                expect(other) == one
                struct Note: Decodable { let note: Known<String> }
                expect(try one.read(Note.self, pin7).note) == .null
            }

            it("that another schema has read loses the kinds that are not known here") {
                let schema = EntitySchema(EntityType("pin", fields: ["author": .one("person")]), EntityType("person"))
                let answer = try EntityAnswer(text.utf8, as: .many("pin"), in: schema)
                var table = EntityTable()
                expect(table.merge(answer)) == [pin7, EntityID("pin", 8)]
                expect(table.count) == 2
            }
        }
    }
}
