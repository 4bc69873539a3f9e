import MillraceSpecs

@testable import EntityModels

/// What a field is, from all that samples show of it.
final class SampleTypesSpec: Spec {
    func testSpec() {
        describe("A field of samples") {
            let cases: [(samples: [String], property: String)] = [
                (["true"], "f: Bool"),
                (["1", "2"], "f: Int"),
                (["1", "2.5"], "f: Double"),
                (["2.0"], "f: Int"),
                (["1.5", "18446744073709551616"], "f: Decimal"),
                ([#""a""#], "f: String"),
                ([#""a""#, "null"], "f: String?"),
                (["1", ""], "f: Int?"),
                (["null"], "f: JSONValue?"),
                (["[]"], "f: [JSONValue]"),
                (["[]", "[1]"], "f: [Int]"),
                (["[1, null]"], "f: [Int?]"),
                (["[null]"], "f: [JSONValue]"),
                (["[[1], [2.5]]", "[]"], "f: [[Double]]"),
                ([#"[1, "a"]"#], "f: [JSONValue]"),
                (["1", #""a""#], "f: JSONValue"),
                (["1", #""a""#, "null"], "f: JSONValue?"),
                (["1", "{}"], "f: JSONValue"),
                (["{}"], "f: [String: JSONValue]"),
                ([#"{"12": 1, "13": 2.5}"#, "{}"], "f: [String: Double]"),
                ([#"{"0a3e6f52-1111-2222-3333-444455556666": true}"#], "f: [String: Bool]"),
                ([#"{"12": {"a": 1}, "13": {"b": 1}}"#], "f: [String: F]"),
                ([#"{"a": 1}"#], "f: F"),
                ([#"{"a": 1}"#, "null"], "f: F?"),
                ([#"[{"a": 1}, {"b": 1}]"#], "f: [F]"),
                ([#""2026-11-22T10:00:00Z""#, #""2026-11-22T10:00:00.125+01:00""#], "f: Date"),
                ([#""2026-11-22T10:00:00Z""#, "null"], "f: Date?"),
                ([#""2026-11-22T10:00:00Z""#, #""soon""#], "f: String"),
                ([#""2026-11-22""#], "f: String"),
                ([#""2026-13-22T10:00:00Z""#], "f: String"),
                ([#""2026-11-22T10:00:00Z and more""#], "f: String"),
            ]
            for (samples, property) in cases {
                it("is \(property) for \(samples.map { $0.isEmpty ? "nothing" : $0 }.joined(separator: " and "))") {
                    let objects = samples.map { $0.isEmpty ? "{}" : "{\"f\": \($0)}" }
                    let model = try model(of: objects)
                    expect(SwiftWriter.text(of: model).property("f")).to(equal(property))
                    let again = try EntityModelsTests.model(of: objects.reversed() + objects)
                    expect(again).to(equal(model))
                }
            }

            it("stands where the samples agree that it stands") {
                let text = try swift(#"{"d": 1, "e": 1, "a": 1}"#, #"{"a": 1, "b": 1, "c": 1}"#)
                expect(text.from("struct Pin")).to(
                    equal(
                        """
                        struct Pin: Codable, Hashable, Sendable {
                            let d: Int?
                            let e: Int?
                            let a: Int
                            let b: Int?
                            let c: Int?
                        }
                        """
                    )
                )
            }

            it("counts once where an object has it twice") {
                expect(try swift(#"{"f": "a", "f": 1}"#).property("f")).to(equal("f: Int"))
            }
        }

        describe("A date") {
            it("comes with a word on what reads it, with its fraction") {
                let text = try swift(#"{"f": "2026-11-22T10:00:00.125Z"}"#)
                expect(text).to(contain("needs the dateDecodingStrategy .custom(EntityDates.iso8601.decode)"))
                expect(text).to(contain("\nimport Foundation\n"))
            }
        }

        describe("Objects without an identity") {
            it("are nested structures") {
                expect(try swift(#"{"size": {"w": 1, "unit": {"name": "px"}}}"#)).to(
                    equal(
                        """
                        // Models of Pin, written by entity-models.

                        import MillraceEntities

                        struct Pin: Codable, Hashable, Sendable {
                            let size: Size

                            struct Size: Codable, Hashable, Sendable {
                                let w: Int
                                let unit: Unit

                                struct Unit: Codable, Hashable, Sendable {
                                    let name: String
                                }
                            }
                        }

                        """
                    )
                )
            }

            it("are others where they are called the same as the one around them") {
                let text = try swift(#"{"data": {"data": {"x": 1}}}"#)
                expect(text).to(contain("let data: Data2"))
            }

            it("are told apart by a constant") {
                let text = try swift(#"{"media": [{"type": "image", "url": "x"}, {"type": "video", "seconds": 3}]}"#)
                expect(text.property("media")).to(equal("media: [Media]"))
                expect(text).to(contain("        case image(Image)\n        case video(Video)\n"))
                expect(text).to(contain("case unknown(JSONValue)"))
                expect(text).to(contain("struct Video: Codable, Hashable, Sendable {\n            let type: String\n"))
            }

            it("are not told apart by text that merely differs") {
                let text = try swift(#"{"people": [{"type": "a", "age": 3, "tel": "1"}, {"type": "b", "age": 4}]}"#)
                expect(text.property("people")).to(equal("people: [Person]"))
                expect(text.property("tel")).to(equal("tel: String?"))
            }
        }
    }
}
