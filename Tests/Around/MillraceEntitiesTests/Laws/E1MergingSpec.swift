import MillraceSpecs

@testable import MillraceEntities

/// Law E1: there is one record an identity; every way in is a merge. Newer wins field by field; absent is "not told",
/// null is "gone". Merging twice is merging once.
final class E1MergingSpec: Spec {
    func testSpec() {
        describe("E1: a merge") {
            it("adds what an answer tells to what is known") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                try store.tell(#"{"id": "7", "author": {"id": 3, "name": "Ada"}}"#)
                expect(store.count).to(equal(2))
                expect(try store.read(Pin.self, pin7)).to(
                    equal(Pin(id: 7, title: "Tea", author: Author(id: 3, name: "Ada")))
                )
            }

            it("takes absent as not told and null as gone") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "note": "hot"}"#)
                try store.tell(#"{"id": 7, "note": null}"#)
                struct Noted: Decodable, Equatable {
                    let title: Known<String>
                    let note: Known<String>
                    let price: Known<Int>
                }
                expect(try store.read(Noted.self, pin7)).to(
                    equal(Noted(title: .value("Tea"), note: .null, price: .unknown))
                )
            }

            it("takes absent as null where the server leaves nulls out") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                try store.merge(#"{"id": 7}"#.utf8, as: .one("pin"), nullIfAbsent: ["pin": ["title"]])
                expect(try store.read(Title.self, pin7)).to(equal(Title(title: nil)))
                struct KnownTitle: Decodable { let title: Known<String> }
                expect(try store.read(KnownTitle.self, pin7).title).to(equal(.null))
            }

            it("does not let a late answer overwrite what was asked for later") {
                var store = EntityTable()
                let early = store.ticket()
                let late = store.ticket()
                try store.tell(#"{"id": 7, "title": "new"}"#, ticket: late)
                try store.tell(#"{"id": 7, "title": "old", "note": "kept"}"#, ticket: early)
                expect(try store.read(Title.self, pin7).title).to(equal("new"))
                struct Noted: Decodable { let note: String }
                expect(try store.read(Noted.self, pin7).note).to(equal("kept"))
                try store.tell(#"{"id": 7, "title": "newest"}"#)
                expect(try store.read(Title.self, pin7).title).to(equal("newest"))
            }

            it("does not let a late answer bring back what was deleted since") {
                var store = EntityTable()
                let ticket = store.ticket()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                store.delete(pin7)
                try store.tell(#"{"id": 7, "title": "late"}"#, ticket: ticket)
                expect(store.status(of: pin7)).to(equal(.deleted))
                try store.tell(#"{"id": 7, "title": "again"}"#)
                expect(store.status(of: pin7)).to(equal(.known))
            }

            it("does not let a late answer bring back a field of an entity that was deleted since, and exists again") {
                var store = EntityTable()
                let ticket = store.ticket()
                store.delete(pin7)
                try store.tell(#"{"id": 7, "title": "again"}"#)
                try store.tell(#"{"id": 7, "title": "late", "note": "late"}"#, ticket: ticket)
                struct Noted: Decodable, Equatable {
                    let title: String
                    let note: Known<String>
                }
                expect(try store.read(Noted.self, pin7)).to(equal(Noted(title: "again", note: .unknown)))
                try store.tell(#"{"id": 7, "note": "new"}"#)
                expect(try store.read(Noted.self, pin7)).to(equal(Noted(title: "again", note: .value("new"))))
            }

            it("counts the last of several deletions") {
                var store = EntityTable()
                store.delete(pin7)
                let ticket = store.ticket()
                store.delete(pin7)
                try store.tell(#"{"id": 7, "title": "late"}"#, ticket: ticket)
                expect(store.status(of: pin7)).to(equal(.deleted))
            }

            it("does not delete what was told after the request to do so") {
                var store = EntityTable()
                let ticket = store.ticket()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                store.delete(pin7, ticket: ticket)
                expect(store.status(of: pin7)).to(equal(.known))
            }

            it("merges the copies of an entity in the order of the document") {
                var store = EntityTable()
                try store.tell(
                    """
                    [{"id": 7, "title": "first", "author": {"id": 3, "name": "A"}},
                     {"id": 8, "title": "x", "author": {"id": 3, "name": "B"}}, {"id": 7, "title": "last"}]
                    """,
                    as: .many("pin")
                )
                expect(try store.read(Pin.self, pin7)).to(
                    equal(Pin(id: 7, title: "last", author: Author(id: 3, name: "B")))
                )
            }

            it("returns what the answer is made of, in its order") {
                var store = EntityTable()
                let ids = try store.tell(
                    #"{"items": [{"id": 9}, {"id": 7}, {"id": 9}], "next": "x"}"#,
                    as: .object(["items": .many("pin")])
                )
                expect(ids).to(equal([EntityID("pin", 9), pin7, EntityID("pin", 9)]))
            }

            it("replaces objects that are no entities") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "size": {"w": 1, "h": 2}}"#)
                try store.tell(#"{"id": 7, "size": {"w": 3}}"#)
                struct Objects: Decodable { let size: [String: Int] }
                expect(try store.read(Objects.self, pin7).size).to(equal(["w": 3]))
                // One that is declared because of what is in it is replaced as well.
                try store.tell(#"{"id": 7, "place": {"x": 1}}"#)
                try store.tell(#"{"id": 7, "place": {"y": 2}}"#)
                struct Placed: Decodable { let place: [String: Int] }
                expect(try store.read(Placed.self, pin7).place).to(equal(["y": 2]))
            }

            it("keeps an identity of several fields") {
                var store = EntityTable()
                try store.tell(
                    #"[{"room": 1, "user": "a/b", "role": "x"}, {"room": "1", "user": "a/b", "age": 5}]"#,
                    as: .many("member")
                )
                expect(store.count).to(equal(1))
                try store.tell(#"{"room": 1, "user": "a", "age": 6}"#, as: .one("member"))
                try store.tell(#"{"room": "1/a", "user": "b", "age": 7}"#, as: .one("member"))
                expect(store.count).to(equal(3))
                struct Member: Decodable, Equatable {
                    let room: Int
                    let user: String
                    let role: String
                    let age: Int
                }
                expect(try store.read(Member.self, EntityID("member", 1, "a/b"))).to(
                    equal(Member(room: 1, user: "a/b", role: "x", age: 5))
                )
            }

            it("changes nothing by an answer that it refuses") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                let before = store
                expect(message { try store.tell(#"[{"id": 7, "title": "x"}, {"title": "y"}]"#, as: .many("pin")) }).to(
                    equal(#"[1]: an object of the kind "pin" has no "id""#)
                )
                expect(store).to(equal(before))
            }

            it("is the same twice as once") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<200 {
                    var model = MergeModel()
                    var (once, twice) = (EntityTable(), EntityTable())
                    for _ in 0..<Int.random(in: 1...6, using: &random) {
                        let answer = model.randomAnswer(&random)
                        try once.tell(answer, as: .many("user"))
                        try twice.tell(answer, as: .many("user"))
                        try twice.tell(answer, as: .many("user"))
                    }
                    expect(once).to(equal(twice))
                }
            }

            it("agrees with a dictionary of fields, whatever answers come in which order") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<300 {
                    var model = MergeModel()
                    var store = EntityTable()
                    for _ in 0..<Int.random(in: 1...12, using: &random) {
                        try store.tell(model.randomAnswer(&random), as: .many("user"))
                    }
                    expect(model.told(by: store)).to(equal(model.fields))
                }
            }
        }
    }
}

/// What is known of users, as plain dictionaries.
private struct MergeModel {
    var fields: [Int: [String: String]] = [:]
    let names = ["a", "b", "c", "d", "best"]

    mutating func randomAnswer(_ random: inout SeededGenerator) -> String {
        let objects = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            randomObject(Int.random(in: 0..<5, using: &random), &random, depth: 2)
        }
        return "[\(objects.joined(separator: ", "))]"
    }

    /// An object whose fields are noted before those of the objects in it.
    private mutating func randomObject(_ id: Int, _ random: inout SeededGenerator, depth: Int) -> String {
        if fields[id] == nil { fields[id] = [:] }
        var members = [Bool.random(using: &random) ? "\"id\": \(id)" : "\"id\": \"\(id)\""]
        for name in ["a", "b", "c", "d"] where Bool.random(using: &random) {
            let value = Int.random(in: 0..<4, using: &random)
            let text = value == 3 ? "null" : "\(value)"
            members.append("\"\(name)\": \(text)")
            fields[id]?[name] = text
        }
        if depth > 0, Bool.random(using: &random) {
            let other = Int.random(in: 0..<5, using: &random)
            fields[id]?["best"] = "→\(other)"
            members.append("\"best\": \(randomObject(other, &random, depth: depth - 1))")
        }
        return "{\(members.shuffled(using: &random).joined(separator: ", "))}"
    }

    func told(by store: EntityTable) -> [Int: [String: String]] {
        var told: [Int: [String: String]] = [:]
        for id in 0..<5 {
            let view = store.snapshot.view(of: EntityID("user", id))
            guard view.status == .known else { continue }
            var found: [String: String] = [:]
            for name in names {
                guard let number = store.base.number(of: name, in: "user"), let value = view[number] else { continue }
                switch value {
                case .null: found[name] = "null"
                case .integer(let number): found[name] = "\(number)"
                case .reference(let id): found[name] = "→\(id.key)"
                default: found[name] = "?"
                }
            }
            told[id] = found
        }
        return told
    }
}
