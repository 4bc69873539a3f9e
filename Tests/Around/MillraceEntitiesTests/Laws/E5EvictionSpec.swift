import Foundation
import MillraceSignals
import MillraceSpecs

@testable import MillraceEntities

/// Law E5: what is observed or referred to is never evicted; what was evicted is a miss, never a lie.
final class E5EvictionSpec: Spec {
    func testSpec() {
        func pins(_ numbers: Range<Int>) throws -> EntityTable {
            var store = EntityTable()
            for number in numbers { try store.tell(#"{"id": \#(number), "title": "t\#(number)"}"#) }
            return store
        }

        describe("E5: eviction") {
            it("forgets what was used least recently, until there are as many as the limit says") {
                var store = try pins(0..<10)
                try store.tell(#"{"id": 0}"#)
                let evicted = store.evict(downTo: 7, keeping: [])
                expect(evicted.map(\.id.key)).to(equal(["1", "2", "3"]))
                expect(store.count).to(equal(7))
                expect(store.status(of: EntityID("pin", 1))).to(equal(.unknown))
                expect(message { _ = try store.read(Title.self, EntityID("pin", 1)) }).to(
                    equal("pin 1: nothing is known of it")
                )
            }

            it("keeps what is observed, and counts it as used") {
                let state = Variable(try pins(0..<10))
                let entities = state.entities { $0 }
                let subscription = entities.observable(Title.self, EntityID("pin", 2)).observe { _ in }
                expect(entities.observed).to(equal([EntityID("pin", 2)]))
                _ = state.update { $0.evict(downTo: 1, keeping: entities.observed) }
                expect(state.value.count).to(equal(1))
                expect(state.value.status(of: EntityID("pin", 2))).to(equal(.known))
                subscription.cancel()
                expect(entities.observed).to(beEmpty())
                try state.update { _ = try $0.tell(#"{"id": 3}"#) }
                try state.update { _ = try $0.tell(#"{"id": 4}"#) }
                _ = state.update { $0.evict(downTo: 2, keeping: entities.observed) }
                expect(state.value.status(of: EntityID("pin", 2))).to(equal(.unknown))
            }

            it("keeps what is referred to by what stays") {
                var store = EntityTable()
                try store.tell(#"{"id": 1, "author": {"id": 3, "name": "Ada"}, "place": {"owner": {"id": 4}}}"#)
                try store.tell(#"{"id": 2}"#)
                try store.tell(#"{"id": 1}"#)
                store.evict(downTo: 0, keeping: [EntityID("pin", 1)])
                expect(store.status(of: user3)).to(equal(.known))
                expect(store.status(of: EntityID("user", 4))).to(equal(.known))
                expect(store.status(of: EntityID("pin", 2))).to(equal(.unknown))
                expect(store.evict(downTo: 0, keeping: []).count).to(equal(3))
            }

            it("forgets a cycle as a whole, or not at all") {
                var store = EntityTable()
                try store.tell(
                    #"[{"id": 1, "best": 2}, {"id": 2, "best": 3}, {"id": 3, "best": 1}, {"id": 4}]"#,
                    as: .many("user")
                )
                expect(store.evict(downTo: 3, keeping: []).count).to(equal(3))
                expect(store.status(of: EntityID("user", 4))).to(equal(.known))
            }

            it("keeps what a change stands on, also what it has removed") {
                var store = try pins(0..<3)
                let removal = store.remove(EntityID("pin", 0))
                let edit = try store.edit(Title.self, EntityID("pin", 1)) { $0.title = "x" }
                store.evict(downTo: 0, keeping: [])
                store.refuse(removal)
                store.refuse(edit)
                expect(try store.read(Title.self, EntityID("pin", 0)).title).to(equal("t0"))
                expect(try store.read(Title.self, EntityID("pin", 1)).title).to(equal("t1"))
                expect(store.status(of: EntityID("pin", 2))).to(equal(.unknown))
            }

            it("does not notify an observer of what stays") {
                let state = Variable(try pins(0..<3))
                let entities = state.entities { $0 }
                var heard = 0
                let subscription = entities.observable(Title.self, EntityID("pin", 2)).observe { _ in heard += 1 }
                _ = state.update { $0.evict(downTo: 0, keeping: entities.observed) }
                expect(heard).to(equal(1))
                subscription.cancel()
            }
        }

        describe("what was evicted") {
            it("is restored below what was told since") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "likes": 3, "author": {"id": 3, "name": "Ada"}}"#)
                let evicted = store.evict(downTo: 0, keeping: [])
                let data = try JSONEncoder().encode(evicted)
                try store.tell(#"{"id": 7, "title": "Cup"}"#)
                for entity in try JSONDecoder().decode([EvictedEntity].self, from: data) { store.restore(entity) }
                struct Whole: Decodable, Equatable {
                    let title: String
                    let likes: Int
                    let author: Author
                }
                expect(try store.read(Whole.self, pin7)).to(
                    equal(Whole(title: "Cup", likes: 3, author: Author(id: 3, name: "Ada")))
                )
            }
        }

        describe("random stores") {
            it("never lose what is kept or referred to, and reach the limit where that is possible") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<200 {
                    var store = EntityTable()
                    for _ in 0..<Int.random(in: 1...30, using: &random) {
                        let ids = (0..<4).map { _ in Int.random(in: 0..<12, using: &random) }
                        try store.tell(
                            #"{"id": \#(ids[0]), "best": \#(ids[1]), "friends": [\#(ids[2]), \#(ids[3])]}"#,
                            as: .one("user")
                        )
                    }
                    let before = store
                    let kept = Set((0..<Int.random(in: 0...2, using: &random)).map { EntityID("user", $0) })
                    let limit = Int.random(in: 0...10, using: &random)
                    let evicted = store.evict(downTo: limit, keeping: kept)
                    let problem = Self.problem(before, store, evicted, kept, limit)
                    expect(problem).to(beNil())
                    for entity in evicted { store.restore(entity) }
                    expect(store).to(equal(before))
                }
            }
        }

        describe("a store that is encoded") {
            it("knows the same when it is decoded") {
                var store = EntityTable()
                try store.tell(
                    """
                    {"id": 7, "title": "Tea", "x": [1, -0.5, null, true, {"$key": "odd"}, {"a": {}}], "big": 12345678901234567890,
                     "author": {"id": 3, "name": "Ada"}, "comments": [{"id": 1}]}
                    """
                )
                store.delete(EntityID("comment", 1))
                let again = try JSONDecoder().decode(EntityTable.self, from: try JSONEncoder().encode(store))
                expect(again).to(equal(store))
                expect(again.clock).to(equal(store.clock))
                expect("\(again)").to(equal("3 entities"))
            }

            it("knows what the server has confirmed, also where it stands behind a change that waits") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                _ = try store.edit(Title.self, pin7) { $0.title = "Coffee" }
                let confirmed = try store.edit(Title.self, pin7) { $0.title = "Cocoa" }
                store.confirm(confirmed)
                let again = try JSONDecoder().decode(EntityTable.self, from: try JSONEncoder().encode(store))
                expect(try again.read(Title.self, pin7).title).to(equal("Cocoa"))
                expect(again.pendingChanges).to(beEmpty())
                let moved = EntityTable(schema: pinSchema, restoring: store)
                expect(try moved.read(Title.self, pin7).title).to(equal("Cocoa"))
            }

            it("is refused where no store encodes itself so") {
                var store = EntityTable(schema: EntitySchema(EntityType("pin", fields: ["best": .one("pin")])))
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                let text = String(decoding: try JSONEncoder().encode(store), as: UTF8.self)
                func problem(replacing part: String, by other: String) -> String? {
                    expect(text).to(contain(part))
                    let changed = text.replacingOccurrences(of: part, with: other)
                    return message { _ = try JSONDecoder().decode(EntityTable.self, from: Data(changed.utf8)) }
                }
                expect(problem(replacing: #""clock":1"#, by: #""clock":18446744073709551615"#))
                    .to(contain("the time is 18446744073709551615, which no table reaches"))
                expect(problem(replacing: #"{"_0":"pin"}"#, by: #"{"_0":"board"}"#))
                    .to(contain(#"the field "best" of "pin" refers to the kind "board", which is not described"#))
                expect(problem(replacing: #""identity":["id"]"#, by: #""identity":[]"#))
                    .to(contain(#"the kind "pin" has no identity"#))
            }

            it("is moved to a newer schema") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "author": {"id": 3}}"#)
                let newer = EntitySchema(EntityType("pin", fields: ["editor": .one("pin")]))
                let moved = EntityTable(schema: newer, restoring: store)
                expect(moved.count).to(equal(1))
                expect(try moved.read(Title.self, pin7).title).to(equal("Tea"))
            }
        }
    }

    /// What is wrong with an eviction; nil if it is right.
    private static func problem(
        _ before: EntityTable,
        _ after: EntityTable,
        _ evicted: [EvictedEntity],
        _ kept: Set<EntityID>,
        _ limit: Int
    ) -> String? {
        let gone = Set(evicted.map(\.id))
        if !gone.isDisjoint(with: kept) { return "what is kept was evicted" }
        for record in after.base.table {
            for value in record.values {
                var lost: EntityID?
                value.forEachReference { if gone.contains($0) { lost = $0 } }
                if let lost { return "\(record.id) refers to \(lost), which was evicted" }
            }
        }
        if after.count + evicted.count != before.count { return "some were lost" }
        if after.count > limit, !after.base.evictable(keeping: kept).isEmpty {
            return "\(after.count) are left, and some might go"
        }
        return nil
    }
}
