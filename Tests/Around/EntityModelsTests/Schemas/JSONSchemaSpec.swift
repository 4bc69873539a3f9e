import MillraceSpecs

@testable import EntityModels

/// What a JSON Schema describes.
final class JSONSchemaSpec: Spec {
    private func swift(_ schema: String) throws -> String { SwiftWriter.text(of: try model(ofSchema: schema)) }

    /// The text for a schema of one property, and with definitions.
    private func property(_ schema: String, defs: String = "{}") throws -> String {
        let text = #"{"properties": {"f": \#(schema)}, "required": ["f"], "$defs": \#(defs)}"#
        return try swift(text).property("f")
    }

    func testSpec() {
        describe("A property of a JSON Schema") {
            let cases: [(schema: String, property: String)] = [
                (#"{"type": "string"}"#, "f: String"),
                (#"{"type": "string", "format": "date-time"}"#, "f: Date"),
                (#"{"type": "integer", "minimum": 1}"#, "f: Int"),
                (#"{"type": "number"}"#, "f: Double"),
                (#"{"type": ["integer", "number"]}"#, "f: Double"),
                (#"{"type": "boolean"}"#, "f: Bool"),
                (#"{"type": ["string", "null"]}"#, "f: String?"),
                (#"{"type": "null"}"#, "f: JSONValue?"),
                (#"{"type": ["string", "integer"]}"#, "f: JSONValue"),
                ("true", "f: JSONValue"),
                ("{}", "f: JSONValue"),
                (#"{"type": "array", "items": {"type": "string"}}"#, "f: [String]"),
                (#"{"items": {"type": ["number", "null"]}}"#, "f: [Double?]"),
                (#"{"type": "array"}"#, "f: [JSONValue]"),
                (#"{"type": "object"}"#, "f: [String: JSONValue]"),
                (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, "f: [String: Int]"),
                (#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, "f: F"),
                (#"{"type": ["object", "null"], "properties": {"a": {"type": "integer"}}}"#, "f: F?"),
                (#"{"enum": ["a", "b"]}"#, "f: F"),
                (#"{"enum": ["a", null]}"#, "f: F?"),
                (#"{"enum": [1, 2]}"#, "f: Int"),
                (#"{"enum": [1, 2.5]}"#, "f: Double"),
                (#"{"enum": [1, "a"]}"#, "f: JSONValue"),
                (#"{"const": "a"}"#, "f: String"),
                (#"{"oneOf": [{"const": "a"}, {"const": "b"}]}"#, "f: F"),
                (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "f: String?"),
                (#"{"anyOf": [{"type": "integer"}, {"type": "number"}]}"#, "f: Double"),
                (#"{"anyOf": [{"type": "integer"}, {"type": "string"}]}"#, "f: JSONValue"),
                (##"{"$ref": "#/$defs/name"}"##, "f: String"),
                (##"{"$ref": "#/$defs/size"}"##, "f: Size"),
                (##"{"$ref": "#/$defs/odd~1name"}"##, "f: Int"),
                (##"{"$ref": "#"}"##, "f: JSONValue"),
                (##"{"allOf": [{"$ref": "#/$defs/size"}]}"##, "f: Size"),
                (##"{"allOf": [{"$ref": "#/$defs/size"}, {"properties": {"b": {"type": "integer"}}}]}"##, "f: F"),
            ]
            let defs = """
                {"name": {"type": "string"}, "odd/name": {"type": "integer"},
                 "size": {"type": "object", "properties": {"w": {"type": "integer"}}}}
                """
            for (schema, property) in cases {
                it("is \(property) for \(schema)") {
                    expect(try self.property(schema, defs: defs)).to(equal(property))
                }
            }

            it("is optional unless it is required") {
                let text = try self.swift(
                    #"{"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["b"]}"#
                )
                expect(text.from("struct Pin")).to(contain("    let a: Int?\n    let b: Int\n"))
            }
        }

        describe("A JSON Schema") {
            it("gives structures, entities, and what it says of them") {
                let text = try self.swift(
                    """
                    {
                        "$schema": "https://json-schema.org/draft/2020-12/schema",
                        "description": "A picture on a board.",
                        "type": "object",
                        "required": ["id", "author", "state"],
                        "properties": {
                            "id": {"type": "integer"},
                            "author": {"$ref": "#/$defs/User"},
                            "state": {"description": "Where it is.", "enum": ["open", "on-hold", "default"]},
                            "replies": {"type": "array", "items": {"$ref": "#"}},
                            "liked_by": {"type": "array", "items": {"$ref": "#/$defs/User"}}
                        },
                        "$defs": {
                            "User": {"type": "object", "properties": {"id": {"type": "string"}, "friend": {"$ref": "#/$defs/User"}}}
                        }
                    }
                    """
                )
                expect(text).to(
                    contain(
                        """
                        /// A picture on a board.
                        struct Pin: Codable, Hashable, Sendable, Identifiable {
                            let id: Int
                            let author: User

                            /// Where it is.
                            let state: State
                            let replies: [PinReference]?
                            let likedBy: [User]?

                            enum State: RawRepresentable, Codable, Hashable, Sendable {
                                case open
                                case onHold
                                case `default`

                                /// Text that the schema does not list.
                                case unknown(String)

                                init(rawValue: String) {
                                    switch rawValue {
                                    case "open": self = .open
                                    case "on-hold": self = .onHold
                                    case "default": self = .`default`
                                    default: self = .unknown(rawValue)
                                    }
                                }
                        """
                    )
                )
                expect(text.from("struct User")).to(contain("    let id: String\n    let friend: UserReference?\n"))
                expect(text).to(
                    contain(#"fields: ["author": .one("user"), "liked_by": .many("user"), "replies": .many("pin")]"#)
                )
            }

            it("tells objects apart by a constant") {
                let text = try self.swift(
                    """
                    {"properties": {"media": {"type": "array", "items": {"oneOf": [{"$ref": "#/$defs/Image"},
                        {"properties": {"kind": {"const": "video"}, "seconds": {"type": "integer"}}}]}}},
                     "$defs": {"Image": {"properties": {"kind": {"enum": ["image"]}, "url": {"type": "string"}}}}}
                    """
                )
                expect(text.property("media")).to(equal("media: [Media]?"))
                expect(text).to(contain("        case image(Image)\n        case video(Video)\n"))
                expect(text).to(contain("case tag = \"kind\""))
                expect(text).to(contain("try container.encode(\"video\", forKey: .tag)"))
            }

            it("gives two entities that are called the same two kinds") {
                let author =
                    #"{"properties": {"author": {"properties": {"id": {"type": "integer"}, "%": {"type": "string"}}}}}"#
                let text = try self.swift(
                    #"{"properties": {"a": \#(author.replacing("%", with: "x")), "b": \#(author.replacing("%", with: "y"))}}"#
                )
                expect(text).to(contain(#"EntityType("author"),"#))
                expect(text).to(contain(#"EntityType("author2")"#))
            }

            let mistakes: [(schema: String, message: String)] = [
                ("[]", "#: a schema is expected, and an array found"),
                (#"{"properties": {"f": 1}}"#, "#/properties/f: a schema is expected, and a number found"),
                (#"{"type": "text"}"#, "#: there is no type \"text\""),
                (##"{"$ref": "#/$defs/none"}"##, "#/$defs/none: there is no such schema"),
                (##"{"$ref": "#none"}"##, "#none: there is no such schema"),
                (#"{"$ref": "other.json"}"#, "#: \"other.json\" is in another document. To fix: copy it to $defs"),
                (
                    ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}"##,
                    "#/$defs/a: the schema contains itself, and is no object"
                ),
            ]
            for (schema, text) in mistakes {
                it("is refused where it is \(schema)") {
                    expect(message { _ = try self.swift(schema) }).to(equal(text))
                }
            }
        }
    }
}
