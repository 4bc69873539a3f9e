import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSpecs

private struct Row: Equatable {
    var title: String
    var detail: String?
    var marks: Set<Int> = []
}

private enum Load {
    case idle, loaded(Int), failed(code: Int, String), row(Row)
}

private class Sack {
    var weight = 1.5
}

private final class FlourSack: Sack {
    var next: Sack?
    var kind = Load.idle
}

private struct Named: CustomStringConvertible {
    var number = 1
    var description: String { "named" }
}

private struct Assign: Action, CustomStringConvertible {
    var value = 1
    var description: String { "value = \(value)" }
}

private enum Side: CustomStringConvertible {
    case left
    var description: String { "the left" }
}

/// The text of values that are recorded.
final class OutlineSpec: Spec {
    func testSpec() {
        describe("a value that fits a line") {
            it("stands on it, without what is nil") {
                expect(Outline(Row(title: "a")).text) == #"Row(title: "a", marks: {})"#
                expect(Outline(Row(title: "a", detail: "b")).text) == #"Row(title: "a", detail: "b", marks: {})"#
                expect(Outline(Named()).text) == "Named(number: 1)"
                expect(Outline((1, second: "b")).text) == #"(1, second: "b")"#
            }

            it("shows the case of an enum, and what it carries") {
                let cases: [Load] = [.idle, .loaded(3), .failed(code: 4, "no"), .row(Row(title: "a"))]
                expect(cases.map { Outline($0).text }) == [
                    ".idle", ".loaded(3)", #".failed(code: 4, "no")"#, #".row(Row(title: "a", marks: {}))"#,
                ]
                expect(Outline(Side.left).text) == "the left"
                expect(Outline(Result<Int, any Error>.success(1)).text) == ".success(1)"
            }

            it("shows values of the system by their description") {
                expect(Outline([1, nil, 3]).text) == "[1, nil, 3]"
                expect(Outline(2.5).text) == "2.5"
                expect(Outline(Character("a")).text) == #""a""#
                expect(Outline("a\tb"[...]).text) == #""a\tb""#
                expect(Outline(Duration.milliseconds(5)).text) == "0.005 seconds"
                expect(Outline(1..<3).text) == "1..<3"
                expect(Outline(Data([1, 255])).text) == "Data(01ff)"
                expect(Outline(Date(timeIntervalSince1970: 0.25)).text) == "1970-01-01T00:00:00.250Z"
                expect(Outline(URL(string: "https://mill.example/a")!).text) == "https://mill.example/a"
                expect(Outline(Int.self).text) == "Int"
            }

            it("sorts what has no order") {
                expect(Outline(Set([10, 9, 1])).text) == "{1, 9, 10}"
                expect(Outline(["b": 1, "a": 2]).text) == #"["a": 2, "b": 1]"#
                expect(Outline([10: Optional("x"), 9: nil]).text) == #"[9: nil, 10: "x"]"#
                expect(Outline([String: Int]()).text) == "[:]"
            }

            it("shows an object with what it inherits, and itself in itself by its type") {
                let sack = FlourSack()
                sack.next = sack
                expect(Outline(sack).text) == "FlourSack(weight: 1.5, next: FlourSack, as above, kind: .idle)"
                sack.next = nil
            }
        }

        describe("a value in brief") {
            it("is on one line, with what is nil, and enumerations by their case") {
                expect(valueText(Row(title: "a"))) == #"Row(title: "a", detail: nil, marks: {})"#
                expect(valueText(Side.left)) == ".left"
                expect(valueText(Named())) == "Named(number: 1)"
                expect(valueText(Assign())) == "value = 1"
                expect(valueText(Row(title: "one\ntwo"))) == #"Row(title: "one\ntwo", detail: nil, marks: {})"#
                expect(valueText((1, second: "b"))) == #"(1, second: "b")"#
                expect(valueText(Load.failed(code: 4, "no"))) == #".failed(code: 4, "no")"#
                expect(valueText(1..<3)) == "1..<3"
            }

            it("ends where there is no more room, and counts what it would have to sort") {
                let text = valueText([Int](1...100_000))
                expect(text).to(beginWith("[1, 2, 3, "))
                expect(text).to(endWith(", …]"))
                expect(text.count).to(beLessThan(200))
                expect(valueText(Set(1...2_000))) == "{2,000 values}"
                expect(valueText([String](repeating: "a", count: 1_000)).count).to(beLessThan(200))
                expect(valueText(String(repeating: "a", count: 1_000)).count).to(beLessThan(200))
            }

            it("sorts what has no order") {
                expect(valueText(Set([10, 9, 1]))) == "{1, 9, 10}"
                expect(valueText([10: "x", 9: "y"])) == #"[9: "y", 10: "x"]"#
            }
        }

        describe("a value that does not fit a line") {
            it("has a line for each part, and for each of theirs that does not") {
                let rows = (1...2).map { Row(title: String(repeating: "\($0)", count: 54), detail: "b") }
                expect(Outline([rows[0], Row(title: "a")]).text) == """
                    [
                      Row(title: "\(rows[0].title)", detail: "b", marks: {})
                      Row(title: "a", marks: {})
                    ]
                    """
                expect(Outline(["rows": rows + [Row(title: String(repeating: "3", count: 90))]]).text) == """
                    [
                      "rows": [
                        Row(title: "\(rows[0].title)", detail: "b", marks: {})
                        Row(title: "\(rows[1].title)", detail: "b", marks: {})
                        Row
                          title: "\(String(repeating: "3", count: 90))"
                          marks: {}
                      ]
                    ]
                    """
            }

            it("has strings of several lines as they are") {
                expect(Outline(Row(title: "one\n\ntwo")).text) == #"""
                    Row
                      title: """
                      one

                      two
                      """
                      marks: {}
                    """#
            }
        }
    }
}
