import Foundation
import MillraceData
import MillraceSignals
import MillraceSpecs

@testable import MillraceEntities

/// Law E1: there is one record an identity, and an identity is what the server says, code point by code point.
final class E1IdentitySpec: Spec {
    func testSpec() {
        describe("E1: an identity that an object has twice") {
            it("is the last one, as of any field") {
                var store = EntityTable()
                let ids = try store.tell(
                    #"[{"id": 7, "title": "a", "id": 8}, {"id": 8, "title": "b"}]"#,
                    as: .many("pin")
                )
                expect(ids).to(equal([EntityID("pin", 8), EntityID("pin", 8)]))
                expect(store.count).to(equal(1))
                expect(try store.read(Pin.self, EntityID("pin", 8))).to(equal(Pin(id: 8, title: "b", author: nil)))
            }

            it("leaves out what stands at the first of two fields of one name") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "author": {"id": 3, "name": "A"}, "author": {"id": 4, "name": "B"}}"#)
                expect(store.status(of: user3)).to(equal(.unknown))
                struct Authored: Decodable { let author: Author }
                expect(try store.read(Authored.self, pin7).author.id).to(equal(4))
                try store.tell(#"{"id": 7, "subject": {"type": "user", "id": 5, "type": "board"}}"#)
                expect(store.status(of: EntityID("board", 5))).to(equal(.known))
            }

            it("is the last one in a value too, wherever the others stand") {
                let former = EntityTable()
                func answer(_ value: String) throws -> EntityAnswer {
                    try EntityAnswer(Array(#"{"id": 7, "title": \#(value)}"#.utf8), as: .one("pin"), in: former.schema)
                }
                for value in [#"{"b": 1, "a": 2, "b": 3}"#, #"{"b": 3, "a": 1, "a": 2}"#, #"{"a": 1, "b": 3, "a": 2}"#]
                {
                    expect(try answer(value)).to(equal(try answer(#"{"a": 2, "b": 3}"#)), description: value)
                }
            }

            it("is found among many fields too") {
                var store = EntityTable()
                let members = (0..<30).map { "\"f\($0)\": \($0)" }.joined(separator: ", ")
                expect(try store.tell(#"{"id": 7, \#(members), "id": 8}"#)).to(equal([EntityID("pin", 8)]))
            }
        }

        describe("identities that differ in their code points alone") {
            let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

            it("are those of two entities") {
                var store = EntityTable()
                try store.tell(
                    #"[{"id": "\#(composed)", "title": "1"}, {"id": "\#(decomposed)", "title": "2"}]"#,
                    as: .many("pin")
                )
                expect(store.count).to(equal(2))
                expect(try store.read(Title.self, EntityID("pin", composed)).title).to(equal("1"))
                expect(try store.read(Title.self, EntityID("pin", decomposed)).title).to(equal("2"))
                let again = try JSONDecoder().decode(EntityTable.self, from: JSONEncoder().encode(store))
                expect(again).to(equal(store))
            }

            it("are two rows of a list that is observed") {
                let state = Variable(EntityTable())
                try state.update { _ = try $0.tell(#"{"id": "\#(composed)", "title": "1"}"#) }
                let ids = [EntityID("pin", composed), EntityID("pin", decomposed)]
                let rows = state.entities { $0 }.observable(Title.self, ids)
                var seen: [[String?]] = []
                let subscription = rows.observe { seen.append($0.map { try? $0.get().title }) }
                try state.update { _ = try $0.tell(#"{"id": "\#(decomposed)", "title": "2"}"#) }
                expect(seen).to(equal([["1", nil], ["1", "2"]]))
                subscription.cancel()
            }

            it("are told apart where several fields are one identity, and one has a slash with an accent") {
                let one = EntityID("member", "a/\u{301}b", "\u{302}c")
                let other = EntityID("member", "a", "\u{301}b/\u{302}c")
                expect(one).notTo(equal(other))
            }

            it("make texts differ, so that what is told anew is seen") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "\#(composed)"}"#)
                try store.tell(#"{"id": 7, "title": "\#(decomposed)"}"#)
                expect(try store.read(Title.self, pin7).title?.unicodeScalars.count).to(equal(5))
            }
        }

        describe("an identity that is a number") {
            it("may be a zero with a sign") {
                var store = EntityTable()
                expect(try store.tell(#"{"id": -0, "title": "zero"}"#)).to(equal([EntityID("pin", 0)]))
                expect(try store.read(Pin.self, EntityID("pin", 0)).id).to(equal(0))
            }

            it("may be larger than an Int, and written with a fraction") {
                var store = EntityTable()
                expect(try store.tell(#"{"id": 18446744073709551615.0, "title": "large"}"#)).to(
                    equal([EntityID("pin", UInt64.max)])
                )
            }
        }

        describe("a live view of entities") {
            it("has one row for each identity of its rows, whatever a server sends") {
                struct Row: Decodable, Identifiable, Equatable {
                    let id: Int
                    let title: String
                }
                let state = Variable(EntityTable())
                let ids = Variable<[EntityID]>([])
                let rows = state.entities { $0 }.observable(Row.self, ids.observable)
                    .map { results in Table(results.compactMap { try? $0.get() }, uniquingIDsWith: { _, last in last })
                    }
                    .live()
                var seen: [[String]] = []
                let subscription = rows.observable.observe { seen.append($0.map(\.title)) }
                try state.update {
                    let answer = #"[{"id": 7, "title": "a"}, {"id": "07", "title": "b"}, {"id": 7, "title": "c"}]"#
                    ids.value = try $0.tell(answer, as: .many("pin"))
                }
                expect(seen.last).to(equal(["c"]))
                subscription.cancel()
            }
        }
    }
}
