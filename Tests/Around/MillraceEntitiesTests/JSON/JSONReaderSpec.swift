import Foundation
import MillraceJSON
import MillraceSpecs

@testable import MillraceEntities

final class JSONReaderSpec: Spec {
    private func parse(_ text: String) throws -> FieldValue { try FieldValue(json: text.utf8) }

    func testSpec() {
        describe("JSON") {
            it("is parsed into the values that it stands for") {
                expect(try self.parse(" [true, false, null, 0, -12, 1.5, 1e2, \"a\", {}, []] ")).to(
                    equal(
                        .array([
                            .bool(true), .bool(false), .null, .integer(0), .integer(-12), .number(1.5), .integer(100),
                            .string("a"), .object([]), .array([]),
                        ])
                    )
                )
            }

            it("keeps the order of an object's members") {
                expect(try self.parse(#"{"b": 1, "a": 2, "b": 3}"#)).to(
                    equal(.object([.init("b", .integer(1)), .init("a", .integer(2)), .init("b", .integer(3))]))
                )
            }

            it("keeps numbers that no Int and no Double holds") {
                expect(try self.parse("9223372036854775807")).to(equal(.integer(.max)))
                expect(try self.parse("-9223372036854775808")).to(equal(.integer(.min)))
                expect(try self.parse("9223372036854775808")).to(equal(.decimal("9223372036854775808")))
                expect(try self.parse("0.12345678901234567890")).to(equal(.decimal("0.12345678901234567890")))
                expect(try self.parse("1e400")).to(equal(.decimal("1e400")))
                expect(try self.parse("0.1")).to(equal(.number(0.1)))
                expect(try self.parse("-0")).to(equal(.number(-0.0)))
                expect(try self.parse("2.0")).to(equal(.integer(2)))
                expect(try self.parse("-0.0e5")).to(equal(.number(-0.0)))
                expect(try self.parse("1e-400")).to(equal(.decimal("1e-400")))
                expect(try self.parse("1.23456789012345e-320")).to(equal(.decimal("1.23456789012345e-320")))
                expect(try self.parse("0e-400")).to(equal(.integer(0)))
            }

            it("keeps whole numbers that are written with a fraction or an exponent") {
                expect(try self.parse("9007199254740993.0")).to(equal(.integer(9_007_199_254_740_993)))
                expect(try self.parse("-9007199254740993.00")).to(equal(.integer(-9_007_199_254_740_993)))
                expect(try self.parse("900719925474099.3e1")).to(equal(.integer(9_007_199_254_740_993)))
                expect(try self.parse("90071992547409930E-1")).to(equal(.integer(9_007_199_254_740_993)))
                expect(try self.parse("18446744073709551615.0")).to(equal(.decimal("18446744073709551615")))
                expect(try self.parse("9007199254740993.5")).to(equal(.decimal("9007199254740993.5")))
                expect(try self.parse("1234567890123456789e400")).to(equal(.decimal("1234567890123456789e400")))
                expect(try self.parse("1234567890123456789e99999999999999999999")).to(
                    equal(.decimal("1234567890123456789e99999999999999999999"))
                )
            }

            it("reads escapes, also surrogate pairs and halves of them") {
                expect(try self.parse(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#)).to(
                    equal(.string("\"\\/\u{8}\u{C}\n\r\té😀"))
                )
                expect(try self.parse(#""\ud83dx\ude00""#)).to(equal(.string("\u{FFFD}x\u{FFFD}")))
            }

            it("begins after a byte order mark") {
                expect(try FieldValue(json: [0xEF, 0xBB, 0xBF] + Array("1".utf8))).to(equal(.integer(1)))
            }

            let mistakes: [(String, String)] = [
                ("", "line 1, column 1: the document ends where a value is expected"),
                ("{\n  \"a\": tru\n}", "line 2, column 8: a value is expected"),
                ("[1 2]", "line 1, column 4: a comma or the end of the array is expected"),
                ("{\"a\" 1}", "line 1, column 6: a colon is expected"),
                ("{a: 1}", "line 1, column 2: a name in quotation marks is expected"),
                ("{\"a\": 1 \"b\"", "line 1, column 9: a comma or the end of the object is expected"),
                ("01", "line 1, column 1: a number begins with a zero"),
                ("1.", "line 1, column 3: a digit is expected"),
                ("-", "line 1, column 2: a digit is expected"),
                ("1e", "line 1, column 3: a digit is expected"),
                ("\"ä\n\"", "line 1, column 3: a control character in a string"),
                ("\"a", "line 1, column 3: the document ends within a string"),
                ("\"\\x\"", "line 1, column 3: an unknown escape"),
                ("\"\\u12g4\"", "line 1, column 6: four hexadecimal digits are expected"),
                ("1 2", "line 1, column 3: there is more after the end of the value"),
                (String(repeating: "[", count: 300), "line 1, column 258: more than 256 arrays and objects are nested"),
            ]
            for (text, expected) in mistakes {
                it("names the place of the mistake in \(text.prefix(20).debugDescription)") {
                    expect(message { _ = try self.parse(text) }).to(equal(expected))
                }
            }

            it("is passed over up to its end, with the mistakes that reading it finds") {
                let text = #" {"a": [-1.5e2, "é\u00e9\ud83d\\\/", true, null, {}, []], "é": 12}"#
                var random = SeededGenerator(Seed.current)
                for number in 0..<2_000 {
                    var bytes = Array(text.utf8)
                    if number > 0 {
                        let odd = Array(#"\"u{}[],:0e-.g"#.utf8) + [0xFF, 0xC3, 0x0A, 0x20]
                        bytes[Int.random(in: bytes.indices, using: &random)] = odd.randomElement(using: &random)!
                    }
                    let read = message { _ = try FieldValue(json: bytes) }
                    let skipped = message {
                        try JSONReader.read(bytes) { reader throws(JSONError) in try reader.skipValue() }
                    }
                    let note = "seed \(Seed.current): \(String(decoding: bytes, as: UTF8.self))"
                    expect(skipped ?? "none").to(equal(read ?? "none"), description: note)
                }
            }

            it("refuses a string that is not UTF-8") {
                expect(message { _ = try FieldValue(json: [0x22, 0xFF, 0x22]) }).to(
                    equal("line 1, column 2: a string that is not UTF-8")
                )
            }

            it("agrees with Foundation on random documents") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<300 {
                    let value = randomValue(&random, depth: 4)
                    let text = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])
                    let again = try JSONSerialization.jsonObject(with: text, options: [.fragmentsAllowed])
                    expect(describe(try FieldValue(json: text))).to(equal(describe(again)))
                }
            }
        }
    }
}

private func randomValue(_ random: inout SeededGenerator, depth: Int) -> Any {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return Int.random(in: .min ... .max, using: &random)
    case 1: return Double.random(in: -1e6...1e6, using: &random)
    case 2: return Bool.random(using: &random)
    case 3: return NSNull()
    case 4:
        return String(
            (0..<Int.random(in: 0..<9, using: &random)).map { _ in "a\"\\é😀\n/x".randomElement(using: &random) ?? "x" }
        )
    case 5: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in randomValue(&random, depth: depth - 1) }
    default:
        return Dictionary(
            uniqueKeysWithValues: (0..<Int.random(in: 0..<4, using: &random)).map { number in
                ("k\(number)", randomValue(&random, depth: depth - 1))
            }
        )
    }
}

private func describe(_ value: FieldValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let number): describe(Double(number))
    case .number(let number): describe(number)
    case .decimal(let text): describe(Double(text) ?? .nan)
    case .string(let text), .key(let text): text.debugDescription
    case .array(let elements): "[\(elements.map(describe).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\($0.name):\(describe($0.value))" }.sorted().joined(separator: ","))}"
    case .reference(let id): "\(id)"
    }
}

private func describe(_ value: Any) -> String {
    switch value {
    case is NSNull: "null"
    case let array as [Any]: "[\(array.map(describe).joined(separator: ","))]"
    case let object as [String: Any]: "{\(object.map { "\($0):\(describe($1))" }.sorted().joined(separator: ","))}"
    case let text as String: text.debugDescription
    case let number as NSNumber where isBoolean(number): "\(number.boolValue)"
    case let number as NSNumber: describe(number.doubleValue)
    default: "?"
    }
}

/// Twelve digits, because Foundation's parser does not always round the last ones correctly.
private func describe(_ number: Double) -> String { String(format: "%.12g", number) }

private func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
