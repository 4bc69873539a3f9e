import MillraceSpecs
import TestSupport

@testable import MillraceEntities

/// Law E4: an optimistic change is run again whenever what it read changes, also when it read that something was not
/// known.
final class E4ReadingSpec: Spec {
    func testSpec() {
        describe("E4: a change that read what nobody had told") {
            it("is run again when a server tells the field, which no entity had before") {
                var store = EntityTable()
                try store.tell(#"{"id": 7}"#)
                let change = try store.edit(Counted.self, pin7) { $0.likes = ($0.likes ?? 0) + 1 }
                expect(try store.read(Counted.self, pin7).likes).to(equal(1))
                try store.tell(#"{"id": 7, "likes": 10}"#)
                expect(try store.read(Counted.self, pin7).likes).to(equal(11))
                store.refuse(change)
                expect(try store.read(Counted.self, pin7).likes).to(equal(10))
            }

            it("is run again when a server tells the field, which another entity had before") {
                var store = EntityTable()
                try store.tell(#"[{"id": 7}, {"id": 8, "likes": 1}]"#, as: .many("pin"))
                _ = try store.edit(Counted.self, pin7) { $0.likes = ($0.likes ?? 0) + 1 }
                try store.tell(#"{"id": 7, "likes": 10}"#)
                expect(try store.read(Counted.self, pin7).likes).to(equal(11))
            }

            it("is run again when an earlier change writes the field") {
                var store = EntityTable()
                try store.tell(#"{"id": 7}"#)
                let first = try store.edit(Counted.self, pin7) { $0.likes = ($0.likes ?? 5) + 1 }
                _ = try store.edit(Counted.self, pin7) { $0.likes = ($0.likes ?? 100) + 1 }
                expect(try store.read(Counted.self, pin7).likes).to(equal(7))
                store.refuse(first)
                expect(try store.read(Counted.self, pin7).likes).to(equal(101))
                try store.tell(#"{"id": 7, "likes": 1}"#)
                expect(try store.read(Counted.self, pin7).likes).to(equal(2))
            }

            it("is run again when there is another field, if it read which there are") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "a": 1}"#)
                _ = try store.change { draft in
                    let names = try draft.read(Names.self, pin7).names
                    try draft.edit(Counted.self, pin7) { $0.likes = names.count }
                }
                expect(try store.read(Counted.self, pin7).likes).to(equal(2))
                try store.tell(#"{"id": 7, "b": 1}"#)
                expect(try store.read(Counted.self, pin7).likes).to(equal(3))
            }

            it("is run again when the entity is told, if it read that nothing was known of it") {
                var store = EntityTable()
                try store.tell(#"{"id": 3, "name": "Ada"}"#, as: .one("user"))
                _ = try store.change { draft in
                    let isKnown = (try? draft.read(Counted.self, pin7)) != nil
                    try draft.edit(Author.self, user3) { $0.name = isKnown ? "known" : "unknown" }
                }
                expect(try store.read(Author.self, user3).name).to(equal("unknown"))
                try store.tell(#"{"id": 7}"#)
                expect(try store.read(Author.self, user3).name).to(equal("known"))
            }

            it("is run again when an entity is deleted, if it read that nothing was known of it") {
                var store = EntityTable()
                try store.tell(#"{"id": 3, "name": "Ada"}"#, as: .one("user"))
                _ = try store.change { draft in
                    let reason = message { _ = try draft.read(Counted.self, pin7) } ?? ""
                    try draft.edit(Author.self, user3) { $0.name = reason.contains("deleted") ? "gone" : "unknown" }
                }
                expect(try store.read(Author.self, user3).name).to(equal("unknown"))
                store.delete(pin7)
                expect(try store.read(Author.self, user3).name).to(equal("gone"))
            }

            it("is run again when an earlier one writes something else, because of what that has read") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 1}"#)
                try store.tell(#"{"id": 8, "likes": 0}"#)
                try store.tell(#"{"id": 9, "likes": 0}"#)
                for (source, target) in [(pin7, EntityID("pin", 8)), (EntityID("pin", 8), EntityID("pin", 9))] {
                    _ = try store.change { draft in
                        let likes = try draft.read(Counted.self, source).likes
                        try draft.edit(Counted.self, target) { $0.likes = likes }
                    }
                }
                try store.tell(#"{"id": 7, "likes": 5}"#)
                expect(try store.read(Counted.self, EntityID("pin", 9)).likes).to(equal(5))
            }

            it("is run again when an entity changes that it puts at a place, and that it did not read before") {
                struct Authored: Codable { var author: Author? }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "author": null}"#)
                try store.tell(#"{"id": 4, "name": "Bob"}"#, as: .one("user"))
                _ = try store.edit(Authored.self, pin7) { $0.author = Author(id: 4, name: "Bob") }
                try store.tell(#"{"id": 4, "name": "Robert"}"#, as: .one("user"))
                expect(try store.read(Authored.self, pin7).author?.name).to(equal("Bob"))
            }

            it("is run again when an entity that it adds is deleted") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                _ = try store.change { draft in
                    try draft.merge(encoding: Pin(id: 7, title: "Cup", author: nil), as: .one("pin"))
                }
                store.delete(pin7)
                expect(try store.read(Title.self, pin7).title).to(equal("Cup"))
            }

            it("stays below what was confirmed after it, also of an entity that it did not touch then") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                _ = try store.change { draft in
                    guard (try? draft.read(Author.self, user3)) != nil else { return }
                    try draft.edit(Title.self, pin7) { $0.title = "first" }
                }
                let second = try store.edit(Title.self, pin7) { $0.title = "second" }
                store.confirm(second)
                try store.tell(#"{"id": 3, "name": "Ada"}"#, as: .one("user"))
                expect(try store.read(Title.self, pin7).title).to(equal("second"))
            }

            it("does not read what was confirmed after it") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 5, "title": "Tea"}"#)
                _ = try store.change { draft in
                    let likes = try draft.read(Counted.self, pin7).likes ?? 0
                    try draft.edit(Title.self, pin7) { $0.title = "\(likes) likes" }
                }
                store.confirm(try store.edit(Counted.self, pin7) { $0.likes = 16 })
                expect(try store.read(Title.self, pin7).title).to(equal("5 likes"))
                expect(try store.read(Counted.self, pin7).likes).to(equal(16))
            }

            it("does not see what was deleted before it was added again") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "note": "old"}"#)
                struct Noted: Decodable { let note: Known<String> }
                let removal = store.remove(pin7)
                let addition = try store.change { draft in
                    try draft.merge(encoding: Pin(id: 7, title: "new", author: nil), as: .one("pin"))
                }
                expect(try store.read(Noted.self, pin7).note).to(equal(.unknown))
                store.confirm(removal)
                store.confirm(addition)
                expect(try store.read(Noted.self, pin7).note).to(equal(.unknown))
                expect(try store.read(Title.self, pin7).title).to(equal("new"))
            }
        }

        describe("E4: a change that deletes an entity and adds it again") {
            struct Noted: Decodable { let note: Known<String> }
            let answer = #"{"id": 7, "title": "Tea", "note": "old"}"#

            func replace(in store: inout EntityTable) throws -> EntityChange {
                try store.change { draft in
                    draft.delete(pin7)
                    try draft.merge(encoding: Pin(id: 7, title: "new", author: nil), as: .one("pin"))
                }
            }

            it("leaves nothing of what it was, above what another change has written too") {
                var store = EntityTable()
                try store.tell(answer)
                _ = try store.change { $0.clear(pin7, "note") }
                _ = try replace(in: &store)
                expect(try store.read(Noted.self, pin7).note).to(equal(.unknown))
                // All layers are put together once more.
                try store.tell(#"{"id": 7, "note": "told"}"#)
                expect(try store.read(Noted.self, pin7).note).to(equal(.unknown))
            }

            it("leaves nothing of what it was when it is confirmed") {
                var store = EntityTable()
                try store.tell(answer)
                store.confirm(try replace(in: &store))
                expect(try store.read(Noted.self, pin7).note).to(equal(.unknown))
                expect(try store.read(Title.self, pin7).title).to(equal("new"))
            }
        }

        describe("random changes of what is known and what is not") {
            it("leave what running all of them again gives") {
                var random = SeededGenerator(Seed.current)
                for _ in Programs(1_000) {
                    var program = ChangeProgram()
                    var steps: [String] = []
                    for _ in 0..<Int.random(in: 1...30, using: &random) where program.seen == program.expected {
                        steps.append(try program.step(&random))
                    }
                    let description = "seed \(Seed.current): \(steps.joined(separator: "; "))"
                    expect(program.seen).to(equal(program.expected), description: description)
                }
            }
        }
    }
}

private struct Counted: Codable, Equatable { var likes: Int? }

/// The names of the fields that are known.
private struct Names: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: PathStep.self).allKeys.map(\.stringValue)
    }
}
