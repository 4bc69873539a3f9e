import MillraceSignals
import MillraceSpecs

@testable import MillraceEntities

/// What users of other normalised caches complain about. The page that compares them names these examples.
final class ComplaintsSpec: Spec {
    func testSpec() {
        describe("a normalised cache") {
            it("does not let objects without a known identity replace each other") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "size": {"w": 1}, "other": {"w": 2}}"#)
                try store.tell(#"{"id": 8, "size": {"w": 3}}"#)
                struct Sized: Decodable { let size: [String: Int] }
                expect(try store.read(Sized.self, pin7).size).to(equal(["w": 1]))
            }

            it("does not mix entities of different kinds that have the same identity") {
                var store = EntityTable()
                try store.tell(#"{"id": 1, "title": "pin", "author": {"id": 1, "name": "user"}}"#)
                expect(try store.read(Pin.self, EntityID("pin", 1))).to(
                    equal(Pin(id: 1, title: "pin", author: Author(id: 1, name: "user")))
                )
            }

            it("never gives nil where a field was only not told") {
                var store = EntityTable()
                try store.tell(#"{"id": 7}"#)
                expect(message { _ = try store.read(Pin.self, pin7) }).to(equal("pin 7.title: not known yet"))
            }

            it("never takes null for missing") {
                struct Titled: Decodable { let title: String }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": null}"#)
                expect(message { _ = try store.read(Titled.self, pin7) }).to(
                    equal("pin 7.title: String is expected, and null found")
                )
            }

            it("fetches nothing of its own accord, when two queries tell different fields of one entity in turn") {
                let state = Variable(EntityTable())
                let entities = state.entities { $0 }
                var heard = 0
                let subscriptions = [
                    entities.observable(Pin.self, pin7).observe { _ in heard += 1 },
                    entities.observable(Title.self, pin7).observe { _ in heard += 1 },
                ]
                for _ in 0..<3 {
                    try state.update { _ = try $0.tell(#"{"id": 7, "title": "Tea"}"#) }
                    try state.update { _ = try $0.tell(#"{"id": 7, "author": {"id": 3, "name": "Ada"}}"#) }
                }
                expect(heard).to(equal(2 + 2 + 1))
                subscriptions.forEach { $0.cancel() }
            }

            it("does not flicker between a change, its confirmation and the echo that is pushed") {
                let state = Variable(EntityTable())
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "old"}"#) }
                let entities = state.entities { $0 }
                var heard: [String?] = []
                let subscription = entities.observable(Title.self, pin7).observe { heard.append(try? $0.get().title) }
                var change: EntityChange?
                try state.update { change = try $0.edit(Title.self, pin7) { $0.title = "new" } }
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "new"}"#) }
                if let change {
                    try state.update {
                        _ = try $0.confirm(change, with: #"{"id": 7, "title": "new"}"#.utf8, as: .one("pin"))
                    }
                }
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "new"}"#) }
                expect(heard).to(equal(["old", "new"]))
                subscription.cancel()
            }

            it("does not lose what a change has removed and the server then refuses to remove") {
                var store = EntityTable()
                try store.tell(
                    #"{"id": 3, "name": "A", "friends": [{"id": 4, "name": "B", "best": {"id": 5, "name": "C"}}]}"#,
                    as: .one("user")
                )
                let removal = store.remove(EntityID("user", 4))
                store.evict(downTo: 0, keeping: [user3])
                store.refuse(removal)
                struct Friend: Decodable {
                    let name: String
                    let best: Author
                }
                struct Friends: Decodable { let friends: [Friend] }
                expect(try store.read(Friends.self, user3).friends.first?.best.name).to(equal("C"))
            }

            it("counts twice what was liked twice, also when answers come in the wrong order") {
                struct Likes: Codable { var likes: Int }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 0}"#)
                let first = try store.edit(Likes.self, pin7) { $0.likes += 1 }
                let second = try store.edit(Likes.self, pin7) { $0.likes += 1 }
                try store.confirm(second, with: #"{"id": 7, "likes": 2}"#.utf8, as: .one("pin"))
                expect(try store.read(Likes.self, pin7).likes).to(equal(2))
                try store.confirm(first, with: #"{"id": 7, "likes": 1}"#.utf8, as: .one("pin"))
                expect(try store.read(Likes.self, pin7).likes).to(equal(2))
            }

            it("keeps arrays of arrays of entities") {
                var store = EntityTable()
                try store.tell(
                    #"{"id": 3, "friends": [[{"id": 4, "name": "B"}, 4], [], [[{"id": 5, "name": "C"}]]]}"#,
                    as: .one("user")
                )
                struct Nested: Decodable { let friends: [[Deeper]] }
                enum Deeper: Decodable {
                    case user(Author)
                    case list([Author])
                    init(from decoder: any Decoder) throws {
                        if let author = try? Author(from: decoder) {
                            self = .user(author)
                        } else {
                            self = .list(try [Author](from: decoder))
                        }
                    }
                    var names: [String] {
                        switch self {
                        case .user(let author): [author.name]
                        case .list(let authors): authors.map(\.name)
                        }
                    }
                }
                let nested = try store.read(Nested.self, user3)
                expect(nested.friends.map { $0.flatMap(\.names) }).to(equal([["B", "B"], [], ["C"]]))
                struct Rows: Codable { var friends: [[Author]] }
                try store.tell(#"{"id": 3, "friends": [[4], [5, 4]]}"#, as: .one("user"))
                _ = try store.edit(Rows.self, user3) { rows in
                    rows.friends[1][0].name = "D"
                    rows.friends[1].append(rows.friends[1][1])
                }
                let rows = try store.read(Rows.self, user3)
                expect(rows.friends.map { $0.map(\.name) }).to(equal([["B"], ["D", "B", "B"]]))
            }
        }
    }
}
