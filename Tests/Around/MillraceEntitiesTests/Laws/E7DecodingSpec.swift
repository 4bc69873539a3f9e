import Foundation
import MillraceSpecs

@testable import MillraceEntities

/// Law E7: what cannot be decoded is an error with its path; all else is kept.
final class E7DecodingSpec: Spec {
    func testSpec() {
        describe("E7: a projection") {
            it("names the field that it lacks") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "author": {"id": 3}}"#)
                expect(message { _ = try store.read(Pin.self, pin7) }).to(equal("pin 7.title: not known yet"))
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                expect(message { _ = try store.read(Pin.self, pin7) }).to(equal("pin 7.author.name: not known yet"))
            }

            it("says that nothing is known of an entity, and of one within") {
                var store = EntityTable()
                expect(message { _ = try store.read(Pin.self, pin7) }).to(equal("pin 7: nothing is known of it"))
                try store.tell(#"{"id": 7, "title": "Tea", "author": 3}"#)
                expect(message { _ = try store.read(Pin.self, pin7) }).to(equal("pin 7.author: nothing is known of it"))
                store.delete(pin7)
                expect(message { _ = try store.read(Pin.self, pin7) }).to(equal("pin 7: deleted"))
            }

            it("names the path of what does not fit, and keeps it") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea", "comments": [{"id": 1, "size": {"w": [1, "x"]}}]}"#)
                struct Size: Decodable { let w: [Int] }
                struct Comment: Decodable { let size: Size }
                struct Sized: Decodable { let comments: [Comment] }
                expect(message { _ = try store.read(Sized.self, pin7) }).to(
                    equal("pin 7.comments[0].size.w[1]: Int is expected, and a string found")
                )
                expect(try store.read(Title.self, pin7).title).to(equal("Tea"))
            }

            it("names the path of an error of its own") {
                struct Positive: Decodable {
                    let size: Int
                    init(from decoder: any Decoder) throws {
                        let container = try decoder.container(keyedBy: Keys.self)
                        size = try container.decode(Int.self, forKey: .size)
                        if size < 0 {
                            throw DecodingError.dataCorruptedError(
                                forKey: .size,
                                in: container,
                                debugDescription: "negative"
                            )
                        }
                    }
                    enum Keys: CodingKey { case size }
                }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "size": -1}"#)
                expect(message { _ = try store.read(Positive.self, pin7) }).to(equal("pin 7.size: negative"))
            }

            it("reads a number as it was told, or says that it does not fit") {
                struct Whole: Decodable { let n: Int64 }
                struct Large: Decodable { let n: UInt64 }
                struct Double: Decodable { let n: Swift.Double }
                var store = EntityTable()
                try store.tell(#"{"id": 7, "n": 9007199254740993.0}"#)
                expect(try store.read(Whole.self, pin7).n).to(equal(9_007_199_254_740_993))
                try store.tell(#"{"id": 7, "n": 18446744073709551615.0}"#)
                expect(try store.read(Large.self, pin7).n).to(equal(.max))
                try store.tell(#"{"id": 7, "n": 1e-400}"#)
                expect(message { _ = try store.read(Double.self, pin7) }).to(
                    equal("pin 7.n: 1e-400 does not fit Double")
                )
                try store.tell(#"{"id": 7, "n": -0.0}"#)
                let again = try JSONDecoder().decode(EntityTable.self, from: JSONEncoder().encode(store))
                expect(try again.read(Double.self, pin7).n.sign).to(equal(.minus))
            }

            it("writes a date with the fraction of a second that it has") {
                struct Dated: Codable { var at: Date }
                for text in ["2024-05-01T10:00:00Z", "2024-05-01T10:00:00.250Z", "1969-12-31T23:59:59.123456Z"] {
                    var store = EntityTable()
                    try store.tell(#"{"id": 7, "at": "2000-01-01T00:00:00Z"}"#)
                    let date = try Date(
                        text,
                        strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
                    )
                    _ = try store.edit(Dated.self, pin7) { $0.at = date }
                    struct Written: Decodable { let at: String }
                    expect(try store.read(Written.self, pin7).at).to(equal(text))
                }
            }

            it("stops at an entity that contains itself, and reads it by its identity") {
                var store = EntityTable()
                try store.tell(
                    #"{"id": 3, "name": "A", "friends": [{"id": 4, "name": "B", "friends": [3]}]}"#,
                    as: .one("user")
                )
                struct Tree: Decodable { let friends: [Tree] }
                struct Flat: Decodable { let friends: [EntityID] }
                struct Twice: Decodable { let friends: [Flat] }
                expect(message { _ = try store.read(Tree.self, user3) }).to(
                    equal("user 3.friends[0].friends[0]: the entity contains itself. To fix: decode its identity there")
                )
                expect(try store.read(Twice.self, user3).friends.first?.friends).to(equal([user3]))
            }

            it("stops where entities are nested too deeply") {
                var store = EntityTable()
                for number in 0..<100 {
                    try store.tell(#"{"id": \#(number), "friends": [\#(number + 1)]}"#, as: .one("user"))
                }
                try store.tell(#"{"id": 100, "friends": []}"#, as: .one("user"))
                struct Tree: Decodable { let friends: [Tree] }
                expect(message { _ = try store.read(Tree.self, EntityID("user", 0)) }).to(
                    contain("entities are nested too deeply")
                )
                expect(message { _ = try store.read(Tree.self, EntityID("user", 80)) }).to(beNil())
            }

            it("decodes the types of Foundation as the server writes them") {
                struct Typed: Codable, Equatable {
                    var date: Date
                    var later: Date
                    var url: URL
                    var price: Decimal
                    var data: Data
                    var big: UInt64
                    var small: Int8?
                }
                var store = EntityTable()
                try store.tell(
                    """
                    {"id": 7, "date": "2026-11-22T10:00:00Z", "later": "2026-11-22T10:00:00.250Z", "url": "https://a.b/c?d=e",
                     "price": 12.30, "data": "aGk=", "big": 18446744073709551615, "small": 300}
                    """
                )
                expect(message { _ = try store.read(Typed.self, pin7) }).to(equal("pin 7.small: 300 does not fit Int8"))
                try store.tell(#"{"id": 7, "small": null}"#)
                let typed = try store.read(Typed.self, pin7)
                expect(typed.later.timeIntervalSince(typed.date)).to(beCloseTo(0.25))
                expect(typed.url.host()).to(equal("a.b"))
                expect(typed.price).to(equal(Decimal(string: "12.3")))
                expect(String(decoding: typed.data, as: UTF8.self)).to(equal("hi"))
                expect(typed.big).to(equal(.max))
                // And they are encoded the same way.
                var copy = store
                try copy.merge(encoding: typed, as: .object([:]))
                try copy.merge(encoding: Wrapped(id: 7, typed: typed), as: .one("pin"))
                struct Wrapped: Codable, Equatable {
                    var id: Int
                    var typed: Typed
                }
                expect(try copy.read(Wrapped.self, pin7).typed).to(equal(typed))
            }

            it("keeps fields that no type names") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "odd": {"deep": [1, {"x": null}]}}"#)
                struct Odd: Decodable { let odd: Deep }
                struct Deep: Decodable { let deep: [Element] }
                enum Element: Decodable, Equatable {
                    case number(Int)
                    case object([String: Int?])
                    init(from decoder: any Decoder) throws {
                        let container = try decoder.singleValueContainer()
                        if let number = try? container.decode(Int.self) {
                            self = .number(number)
                        } else {
                            self = .object(try container.decode([String: Int?].self))
                        }
                    }
                }
                expect(try store.read(Odd.self, pin7).odd.deep).to(equal([.number(1), .object(["x": nil])]))
            }
        }
    }
}
