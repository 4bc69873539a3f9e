#if os(Linux)
import MillraceEntities
import MillraceSpecs
import TestSupport

@testable import EntityModels

/// What is written compiles, without a warning, and decodes its samples.
final class CompiledModelsSpec: Spec {
    private static let samples: [(name: String, samples: [String])] = [
        (
            "Answer",
            [
                """
                {"id": 7, "title": "Tea", "created_at": "2024-05-01T10:00:00Z", "author": {"id": 3, "name": "Ada"},
                 "comments": [{"id": "c1", "author": {"id": 4, "name": "Bob", "friend": {"id": 3, "name": "Ada"}}, "replies": []}],
                 "size": {"width": 100, "height": 1.5}, "class": 1, "subject": {"type": "board", "id": 1, "pins": 3},
                 "media": [{"type": "image", "url": "x"}, {"type": "video", "seconds": 3}], "nothing": null, "counts": {"1": 2}}
                """,
                """
                {"id": 8, "title": null, "created_at": "2024-05-01T10:00:00.25+01:00", "author": 3, "comments": [],
                 "size": {"width": 1.5, "height": 2}, "class": 2, "subject": {"type": "user", "id": 3, "name": "Ada"},
                 "media": [], "nothing": null, "counts": {}}
                """,
            ]
        ),
        (
            "OddNames",
            [
                #"""
                {"id": 1, "init": 1, "self": 2, "Type": {"x": 1}, "default": true, "none": 1, "some": 2, "hashValue": "h",
                 "rawValue": 1, "stringValue": "x", "description": "d", "_id": "q", "2fa": 1, "": 3, "🙂": 4, "日本": 5,
                 "a b": 1, "a_b": 2, "aB": 3, "string": {"length": 2}, "date": {"y": 1}, "Any": [{"id": 1, "f": "z"}],
                 "is_it\"quoted\\\"": "a\nb\\(c)", "CodingKeys": {"a": 1}, "Self": {"r": {"self": {"init": 1}}},
                 "value": {"value": {"value": {"v": 1}}}, "encode": 1, "decode": 2, "hash": "x", "codable": {"b": 1},
                 "indirect": {"a": 1}, "identity": {"c": 1}, "entityField": {"id": 7}, "int": {"id": 5}, "é": 1, "in": 1,
                 "things": [{"type": "unknown", "u": 1}, {"type": "self", "v": 1}, {"type": "decoder", "w": 1}]}
                """#
            ]
        ),
        (
            "Circles",
            [
                """
                {"id": 1, "best": {"id": 2, "name": "a", "best": {"id": 3, "name": "b", "best": null}},
                 "tree": {"name": "a", "tree": {"name": "b", "tree": null}}, "nodes": [{"n": 1, "nodes": [{"n": 2, "nodes": []}]}],
                 "friends": [{"id": 1, "name": "x", "friends": [{"id": 2, "name": "y", "friends": [{"id": 1, "name": "x"}]}]}]}
                """
            ]
        ),
        (
            "Mixtures",
            [#"{"f": 1, "g": [1, "a", null, {"b": []}], "big": 18446744073709551615, "ids": [{"id": 1}, {"id": "b"}]}"#]
        ),
        (
            "HiddenTypes",
            [
                #"{"id": 1, "data": {"id": 2, "at": "2024-05-01T10:00:00.25Z"}, "url": {"id": 3, "x": 1}, "error": {"id": 4, "y": 1}}"#
            ]
        ),
        ("Dictionaries", [#"{"id": 1, "people": {"3": {"id": 3, "name": "Ada"}, "4": {"id": 4, "name": "Bob"}}}"#]),
        ("Lists", [#"[{"id": 1, "x": [[1], [2.5]]}, {"id": 2}]"#]),
    ]

    private static let schema = #"""
        {"type": "object", "required": ["id"], "properties": {
            "id": {"type": "integer"}, "state": {"enum": ["open", "on-hold", "self", "unknown", "init"]},
            "tree": {"$ref": "#/$defs/Node"}, "pins": {"type": "array", "items": {"$ref": "#"}},
            "media": {"oneOf": [{"$ref": "#/$defs/Image"}, {"properties": {"kind": {"const": "video"}, "s": {"type": "number"}}}]}},
         "$defs": {"Node": {"properties": {"left": {"$ref": "#/$defs/Node"}, "right": {"$ref": "#/$defs/Node"}, "v": {"type": "integer"}}},
            "Image": {"properties": {"kind": {"const": "image"}, "url": {"type": "string"}}}}}
        """#

    func testSpec() {
        describe("The models of samples, of random ones too, and of a schema") {
            it("compile, and decode what they were made of") {
                var models = CompiledModels()
                for (name, samples) in Self.samples {
                    models.add(name, try model(of: samples, name: name), samples: samples)
                }
                models.add(
                    "Described",
                    try model(ofSchema: Self.schema, name: "Described"),
                    samples: [
                        #"{"id": 1, "state": "later", "tree": {"v": 1, "left": {"v": 2}}, "pins": [{"id": 2, "state": "on-hold"}]}"#,
                        #"{"id": 1, "media": {"kind": "video", "s": 1.5}}"#,
                        #"{"id": 1, "media": {"kind": "sound", "s": [null]}}"#,
                    ]
                )
                var generator = RandomSamples(SeededGenerator(Seed.current))
                for number in 1...(Programs.areAll ? 5 : 1) {
                    let samples = generator.samples(3).map(\.json)
                    // Of lists that are all empty no model is made.
                    if samples.allSatisfy({ $0 == "[]" }) { continue }
                    models.add("Random\(number)", try model(of: samples, name: "Random\(number)"), samples: samples)
                }
                expect(try models.run()).to(equal(""))
            }
        }
    }
}
#endif
