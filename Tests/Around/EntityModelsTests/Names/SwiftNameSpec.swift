import MillraceSpecs

@testable import EntityModels

/// Names of Swift for names of JSON.
final class SwiftNameSpec: Spec {
    func testSpec() {
        describe("A property") {
            let names = [
                "title": "title", "created_at": "createdAt", "created-at": "createdAt", "user_id": "userID",
                "html_url": "htmlURL", "userID": "userID", "URL": "url", "HTMLUrl": "htmlURL", "MAX_SIZE": "maxSize",
                "a b": "aB", "_id": "id", "$ref": "ref", "@type": "type", "2fa": "_2fa", "": "field", "🙂": "field",
                "日本": "日本", "größe": "größe", "x1": "x1", "first.name": "firstName", "Type": "type",
            ]
            for (key, name) in names.sorted(by: { $0.key < $1.key }) {
                it("is \(name) for \"\(key)\"") { expect(SwiftName.property(key)).to(equal(name)) }
            }

            it("stands in backticks where it is a reserved word") {
                expect(["class", "default", "init", "in", "title", "async"].map(SwiftName.escaped)).to(
                    equal(["`class`", "`default`", "`init`", "`in`", "title", "async"])
                )
            }

            it("keeps its name where another one would take it, and the other gets a number") {
                expect(try swift(#"{"a_b": 1, "_id": 2, "aB": 3, "a b": 4, "id": null, "self": 1, "hashValue": 2}"#))
                    .to(
                        equal(
                            """
                            // Models of Pin, written by entity-models.

                            import MillraceEntities

                            struct Pin: Codable, Hashable, Sendable {
                                let aB2: Int
                                let id2: Int
                                let aB: Int
                                let aB3: Int

                                /// The samples do not tell what this is.
                                let id: JSONValue?
                                let selfField: Int
                                let hashValueField: Int

                                private enum CodingKeys: String, CodingKey {
                                    case aB2 = "a_b"
                                    case id2 = "_id"
                                    case aB
                                    case aB3 = "a b"
                                    case id
                                    case selfField = "self"
                                    case hashValueField = "hashValue"
                                }
                            }

                            """
                        )
                    )
            }
        }

        describe("A type") {
            let names = [
                "title": "Title", "created_at": "CreatedAt", "userID": "UserID", "html_url": "HTMLURL",
                "2fa": "Type2fa",
                "": "Value", "blogPost": "BlogPost", "日本": "日本",
            ]
            for (key, name) in names.sorted(by: { $0.key < $1.key }) {
                it("is \(name) for \"\(key)\"") { expect(SwiftName.type(key)).to(equal(name)) }
            }

            it("has another name than what it would hide") {
                let text = try swift(
                    #"{"string": {"a": 1}, "type": {"b": 1}, "pin": {"c": 1}, "author": {"d": {"id": 1}}, "book": {"author": {"id": 2}}}"#
                )
                expect(text.property("string")).to(equal("string: StringModel"))
                expect(text.property("type")).to(equal("type: TypeModel"))
                expect(text.property("pin")).to(equal("pin: Pin2"))
                expect(text.property("author")).to(equal("author: Author2"))
                expect(text).to(contain("        let author: Author\n"))
            }

            it("hides no type of Swift, Foundation or Millrace from the code around it") {
                let keys = ["data", "url", "error", "task", "character", "store"]
                let fields = keys.map { "\"\($0)\": {\"id\": 1, \"\($0)s\": \"\"}" }.joined(separator: ", ")
                let text = try swift("{\"id\": 1, \(fields), \"size\": {\"unit\": {\"data\": {\"a\": 1}}}}")
                for name in ["DataModel", "URLModel", "ErrorModel", "TaskModel", "CharacterModel", "StoreModel"] {
                    expect(text).to(contain("\nstruct \(name): "))
                }
                expect(text).to(contain("            struct Data: "))
            }
        }

        describe("A literal") {
            it("escapes what ends it, and what is not seen") {
                expect(SwiftName.literal("a\"b\\c\nd\u{0}e\u{200B}é")).to(equal(#""a\"b\\c\nd\0e\u{200B}é""#))
                expect(SwiftName.literal(#"\(x)"#)).to(equal(#""\\(x)""#))
            }
        }

        describe("A singular") {
            let singulars = [
                "comments": "comment", "recentComments": "recentComment", "recent_comments": "recent_comment",
                "categories": "category", "addresses": "address", "boxes": "box", "statuses": "status",
                "status": "status", "houses": "house", "children": "child", "people": "person", "news": "news",
                "series": "series", "analysis": "analysis", "address": "address", "movies": "movie", "pin": "pin",
                "s": "s", "": "", "grandChildren": "grandChild", "ties": "tie",
            ]
            for (plural, singular) in singulars.sorted(by: { $0.key < $1.key }) {
                it("of \"\(plural)\" is \"\(singular)\"") { expect(plural.singular).to(equal(singular)) }
            }
        }
    }
}
