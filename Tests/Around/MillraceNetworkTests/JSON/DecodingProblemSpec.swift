import Foundation
import MillraceSignals
import MillraceSpecs

@testable import MillraceNetwork

final class DecodingProblemSpec: Spec {
    struct Sample: Decodable {
        let list: [Item]
        struct Item: Decodable {
            let name: String?
            let count: Int
            let isOn: Bool?
            let parts: [String: [Double]]?
            let date: Date?
        }
    }

    func testSpec() {
        func problem<Value: Decodable>(_ json: String, _ type: Value.Type = Sample.self) -> DecodingProblem? {
            do throws(DecodingProblem) {
                _ = try Response(json: json).json(type) as Value
                return nil
            } catch {
                return error
            }
        }

        describe("an answer that cannot be decoded") {
            it("is told by path, expectation and place") {
                let cases = [
                    (#"{"list":[{"count":"7"}]}"#, #"list[0].count: expected a whole number"#, #""7""#),
                    (#"{"list":[{"count":1},{}]}"#, "list[1].count: is missing", "{}"),
                    (#"{"list":[{"count":null}]}"#, "list[0].count: is missing", "null"),
                    (#"{"list":[{"name":7,"count":1}]}"#, "list[0].name: expected a text", "7"),
                    (#"{"list":[{"count":1,"isOn":"yes"}]}"#, "list[0].isOn: expected true or false", #""yes""#),
                    (#"{"list":{"count":1}}"#, "list: expected a list", #"{"count":1}"#),
                    (#"{"list":[[]]}"#, "list[0]: expected an object", "[]"),
                    (
                        #"{"list":[{"count":1,"parts":{"a b":[1,2,"x"]}}]}"#, "list[0].parts.a b[2]: expected a number",
                        #""x""#
                    ),
                    (#"{"other":[]}"#, "list: is missing", #"{"other":[]}"#),
                    ("[]", "expected an object", "[]"),
                    ("{\n\n\"list\": [1, }", "is not JSON", "}"),
                    ("<html>", "is not JSON", "<html>"),
                ]
                for (json, words, excerpt) in cases {
                    let problem = problem(json)
                    expect(problem?.description).to(contain(words + ", in line "), description: json)
                    expect(problem?.excerpt).to(contain(excerpt), description: json)
                }
                expect(problem("")?.line) == 1
                expect(problem("{\n\n\"list\": [1, }")?.line) == 3
                expect(problem(#"{"list":[{"count":1.5}]}"#)?.description).to(contain("does not fit"))
            }

            it("has a long line cut around the place") {
                let items = (0..<1000).map { #"{"name":"n\#($0)","count":\#($0 == 700 ? "[]" : "1")}"# }
                let problem = problem(#"{"list":[\#(items.joined(separator: ","))]}"#)
                expect(problem?.path) == "list[700].count"
                expect(problem?.line) == 1
                expect(problem?.excerpt).to(contain(#""name":"n700","count":[]"#))
                expect(problem!.excerpt.count) <= 80
            }

            it("may be another trouble, in its own words") {
                struct Trouble: Error {}
                let problem = DecodingProblem(Trouble(), in: Data("{}".utf8))
                expect(problem.kind) == .other("Trouble()")
                expect(problem.line).to(beNil())
                expect(DecodingProblem(problem, in: Data())) == problem
            }
        }

        describe("the location in JSON") {
            /// A random value, as text, with a path to one of the values in it and the text of that.
            func value(_ random: inout SeededGenerator, _ depth: Int) -> (json: String, path: [Key], target: String) {
                let space = ["", " ", "\n", "\t "].randomElement(using: &random) ?? ""
                let kind = depth > 4 ? Int.random(in: 0..<4, using: &random) : Int.random(in: 0..<8, using: &random)
                if kind < 4 {
                    let leaves = [
                        "1", "-0.5e+10", #""a\"\\\u00e9b""#, "true", "null", #""[{,""#, "[]", "{}", "0", "1E5",
                    ]
                    let leaf = leaves.randomElement(using: &random) ?? "1"
                    return (space + leaf + space, [], leaf)
                }
                let children = (0..<Int.random(in: 1...4, using: &random)).map { _ in value(&random, depth + 1) }
                let chosen = Int.random(in: 0..<children.count, using: &random)
                let isArray = kind < 6
                let parts = children.enumerated().map { index, child in
                    isArray ? child.json : "\(space)\"k\\u0022\(index)\"\(space):\(child.json)"
                }
                let step = isArray ? Key(intValue: chosen)! : Key(stringValue: "k\"\(chosen)")!
                let text = parts.joined(separator: ",")
                let whole = isArray ? "[\(text)]" : "{\(text)}"
                return (space + whole + space, [step] + children[chosen].path, children[chosen].target)
            }

            it("finds every value by its path, and no fault in what is well-formed") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<500 {
                    let (json, path, target) = value(&random, 0)
                    expect(JSONLocation.fault(in: json.utf8)).to(beNil(), description: "\(json), seed \(Seed.current)")
                    let offset = JSONLocation.offset(of: path, in: json.utf8)
                    let found = String(decoding: Array(json.utf8)[offset...], as: UTF8.self)
                    expect(found.hasPrefix(target)).to(beTrue(), description: "\(json), seed \(Seed.current)")
                }
            }

            it("finds a fault exactly where Foundation's parser finds one") {
                var random = SeededGenerator(Seed.current)
                let junk = Array("{}[]\",:0123.-+eEtrufalsn \n\\x".utf8)
                var faults = 0
                for _ in 0..<2000 {
                    var bytes = Array(value(&random, 0).json.utf8)
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = junk.randomElement(using: &random) ?? 0
                    case 1: bytes.remove(at: place)
                    default: bytes = Array(bytes[..<place])
                    }
                    let isGood =
                        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
                    let fault = JSONLocation.fault(in: bytes)
                    let text = String(decoding: bytes, as: UTF8.self)
                    // What Foundation takes has no fault. What it refuses may be a bad escape, or a number that is too
                    // large, for which it does not look.
                    if isGood { expect(fault).to(beNil(), description: "\(text), seed \(Seed.current)") }
                    let isOther = text.contains("\\") || text.contains(/[eE][+-]?[0-9]{3}/)
                    if fault == nil, !isOther {
                        expect(isGood).to(beTrue(), description: "\(text), seed \(Seed.current)")
                    }
                    faults += fault == nil ? 0 : 1
                }
                expect(faults) > 500
            }

            it("does not follow a text that is nested too deeply") {
                let deep = String(repeating: "[", count: 100_000)
                expect(JSONLocation.fault(in: deep.utf8)) == 513
            }
        }
    }
}

private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init?(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init?(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
}
