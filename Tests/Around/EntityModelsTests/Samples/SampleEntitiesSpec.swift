import MillraceSpecs

@testable import EntityModels

/// Which objects of samples are entities, and which are the same.
final class SampleEntitiesSpec: Spec {
    func testSpec() {
        describe("An object with an identity") {
            it("is an entity, and a schema lists it") {
                expect(
                    try swift(
                        #"{"id": 7, "title": "Tea", "author": {"id": "u3", "name": "Ada"}, "comments": [{"id": 1, "text": "hi"}]}"#
                    )
                )
                .to(
                    equal(
                        """
                        // Models of Pin, written by entity-models.

                        import MillraceEntities

                        struct Pin: Codable, Hashable, Sendable, Identifiable {
                            let id: Int
                            let title: String
                            let author: Author
                            let comments: [Comment]
                        }

                        struct Author: Codable, Hashable, Sendable, Identifiable {
                            let id: String
                            let name: String
                        }

                        struct Comment: Codable, Hashable, Sendable, Identifiable {
                            let id: Int
                            let text: String
                        }

                        extension EntitySchema {
                            /// The entities, and the fields that refer to others.
                            static let pin = EntitySchema(
                                EntityType("pin", fields: ["author": .one("author"), "comments": .many("comment")]),
                                EntityType("author"),
                                EntityType("comment")
                            )
                        }

                        extension EntityField {
                            /// The shape of Pin, for merging it.
                            static let pin: EntityField = .one("pin")
                        }

                        """
                    )
                )
            }

            it("is the same as others at fields with its name") {
                let text = try swift(
                    #"{"id": 1, "author": {"id": 3, "name": "Ada"}, "comments": [{"id": 1, "author": {"id": 4, "age": 36}}]}"#
                )
                expect(text.from("struct Author")).to(
                    equal(
                        """
                        struct Author: Codable, Hashable, Sendable, Identifiable {
                            let id: Int
                            let age: Int?
                            let name: String?
                        }
                        """
                    )
                )
            }

            it("is of the kind that somebody says") {
                let rules = SampleRules(kinds: ["author": "user", "likers": "user"])
                let text = try swift(
                    #"{"id": 1, "author": {"id": 3, "name": "A"}, "likers": [{"id": 3, "name": "B"}]}"#,
                    rules: rules
                )
                expect(text.property("author")).to(equal("author: User"))
                expect(text.property("likers")).to(equal("likers: [User]"))
                expect(text).to(
                    contain(#"EntityType("pin", fields: ["author": .one("user"), "likers": .many("user")])"#)
                )
            }

            it("is of the kind that its __typename says") {
                let text = try swift(
                    #"{"id": 1, "node": {"__typename": "User", "id": 3, "name": "A"}, "user": {"id": 4, "age": 3}}"#
                )
                expect(text.property("node")).to(equal("node: User"))
                expect(text.from("struct User")).to(contain("let name: String?\n"))
                let crossed = try swift(
                    #"{"user": {"__typename": "Post", "id": 3}, "post": {"__typename": "User", "id": 4}}"#
                )
                expect(crossed.from("struct Pin")).to(contain("let user: Post\n    let post: User\n"))
            }

            it("may be something else in another sample, which a store then leaves alone") {
                let text = try swift(#"{"id": 1, "f": {"id": 2}}"#, #"{"id": 2, "f": "a"}"#)
                expect(text.property("f")).to(equal("f: JSONValue"))
                expect(text).to(contain(#"EntityType("pin", fields: ["f": .value])"#))
            }

            it("is none if somebody says so, or if one of them has no identity") {
                let sample = #"{"id": 1, "size": {"id": 3, "w": 1}, "marks": [{"id": 1}, {"w": 2}]}"#
                let text = try swift(sample, rules: SampleRules(values: ["size"]))
                expect(text).to(contain("    struct Size: Codable, Hashable, Sendable {"))
                expect(text).to(contain(#"EntityType("pin", fields: ["marks": .value, "size": .value])"#))
            }

            it("may have an identity of another name") {
                let text = try swift(#"{"key": "a", "id": 1, "by": {"key": "b"}}"#, rules: SampleRules(identity: "key"))
                expect(text.from("struct Pin")).to(
                    equal(
                        """
                        struct Pin: Codable, Hashable, Sendable, Identifiable {
                            let key: String
                            let id2: Int
                            let by: By

                            var id: String { key }

                            private enum CodingKeys: String, CodingKey {
                                case key
                                case id2 = "id"
                                case by
                            }
                        }
                        """
                    )
                )
                expect(text).to(contain(#"EntityType("by", id: "key")"#))
            }

            it("may have a number here and text there as its identity, of which there is no reference then") {
                let text = try swift(#"[{"id": 1}, {"id": "2"}]"#)
                expect(text.property("id")).to(equal("id: JSONValue"))
                expect(try swift(#"{"id": 1, "by": [{"id": 3}, {"id": "4"}, 5]}"#).property("by")).to(
                    equal("by: [JSONValue]")
                )
            }

            it("may be only an identity elsewhere") {
                let text = try swift(
                    #"{"id": 1, "author": {"id": 3, "name": "Ada"}, "comments": [{"id": 1, "author": 3}]}"#,
                    #"{"id": 2, "author": 4, "comments": []}"#,
                    #"{"id": 3, "author": null, "comments": []}"#
                )
                expect(text.from("struct Pin")).to(contain("let author: AuthorReference?"))
                expect(text.from("struct Comment")).to(contain("let author: AuthorReference\n"))
                expect(text).to(contain(#"EntityType("comment", fields: ["author": .one("author")])"#))
            }

            it("is not meant by text that is no identity of one") {
                let text = try swift(#"{"id": "1", "author": {"id": "u3"}, "note": {"author": "Ada"}}"#)
                expect(text).to(contain("        let author: String\n"))
            }

            it("may contain itself, by reference") {
                let text = try swift(
                    """
                    {"id": 1, "best": {"id": 2, "name": "a", "best": {"id": 3, "name": "b", "best": null}},
                     "replies": [{"id": 1, "text": "x", "replies": []}, {"id": 2, "text": "y", "replies": [{"id": 3, "text": "z", "replies": []}]}]}
                    """
                )
                expect(text.from("struct Pin")).to(contain("let best: Best\n    let replies: [Reply]\n"))
                expect(text.from("struct Best")).to(contain("let best: BestReference?"))
                expect(text.from("struct Reply")).to(contain("let replies: [ReplyReference]"))
                expect(text).to(contain(#"EntityType("reply", fields: ["replies": .many("reply")])"#))
            }

            it("is told apart by a constant") {
                let text = try swift(
                    """
                    {"id": 1, "subject": {"type": "user", "id": 1, "name": "A"}, "items": [
                        {"type": "user", "id": 1, "name": "A"}, {"type": "board", "id": 1, "size": 3}]}
                    """,
                    #"{"id": 2, "subject": {"type": "board", "id": 2, "size": 4}, "items": []}"#
                )
                expect(text.from("struct Pin")).to(contain("let subject: Subject\n    let items: [Item]\n"))
                expect(text.from("indirect enum Subject")).to(contain("case board(Board)\n    case user(User)\n"))
                let kinds = #"(tag: "type", ["board": "board", "user": "user"])"#
                expect(text).to(contain("\"items\": .manyOf\(kinds)"))
                expect(text).to(contain("\"subject\": .oneOf\(kinds)"))
            }

            it("is left alone where objects that are told apart have something else at the same field") {
                let text = try swift(
                    #"{"id": 1, "media": [{"type": "a", "x": {"id": 1}, "p": 1}, {"type": "b", "x": "y", "q": 1}]}"#
                )
                expect(text).to(contain(#"EntityType("pin", fields: ["media": .list(["x": .value])])"#))
            }

            it("is found in a dictionary, which a store keeps as one") {
                let map = #"{"3": {"id": 3, "name": "Ada"}, "4": {"id": 4, "name": "Bob"}}"#
                let text = try swift(map, name: "People", rules: SampleRules(kinds: ["People": "person"]))
                expect(text.from("extension EntityField")).to(
                    contain("static let people: EntityField = .dictionary(.one(\"people\"))")
                )
                let within = try swift(
                    #"{"id": 1, "members": \#(map), "all": [{"1": {"id": 9, "z": 1}}], "lists": {"1": [{"id": 5}]}}"#
                )
                expect(within).to(contain(#""members": .dictionary(.one("member"))"#))
                expect(within).to(contain(#""lists": .dictionary(.many("list"))"#))
                expect(within).to(contain(#""all": .value"#))
                expect(try swift("[\(map)]")).to(
                    contain(
                        "    /// Merging it stores nothing: no object in it is known to be an entity.\n    static let pin"
                    )
                )
            }

            it("is found in objects that are none") {
                let text = try swift(#"{"items": [{"id": 1}], "next": "x", "more": [{"by": {"id": 3}}]}"#, name: "Feed")
                expect(text.from("extension EntityField")).to(
                    contain(#".object(["items": .many("item"), "more": .list(["by": .one("by")])])"#)
                )
                expect(text.from("struct Feed")).notTo(contain("Identifiable"))
            }
        }
    }
}
