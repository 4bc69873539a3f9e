import MillraceSpecs
import TestSupport

private struct Order: Equatable, CustomStringConvertible {
    var item = "a flour sack of the finest kind that the mill has ever sent down the river"
    var count: Int
    var isPaid = false
    var description: String { "Order(item: \(item), count: \(count), isPaid: \(isPaid), and more of the same)" }
}

/// Is long as a text, and short when it is taken apart.
private struct Wordy: Equatable, CustomStringConvertible {
    var count: Int
    var description: String { String(repeating: "\(count) ", count: 60) }
}

/// Looks like any other, and equals none but itself.
private final class Opaque: Equatable, CustomStringConvertible {
    var description: String { "opaque\nthing" }
    static func == (one: Opaque, other: Opaque) -> Bool { one === other }
}

/// How messages show values of several lines.
final class DifferenceSpec: Spec {
    private func lines(_ body: () -> Void) -> [String] {
        messages(of: body).flatMap { $0.components(separatedBy: "\n") }
    }

    func testSpec() {
        describe("a text of several lines that differs") {
            it("is shown by what differs, with two lines around") {
                let old = (1...9).map { "line \($0)" }
                var new = old
                new[4] = "line five"
                let found = self.lines { expect(new.joined(separator: "\n")) == old.joined(separator: "\n") }
                expect(found) == [
                    "expected to equal 9 lines, got what differs (- expected, + got):",
                    "  …", "  line 3", "  line 4", "- line 5", "+ line five", "  line 6", "  line 7", "  …",
                ]
            }

            it("is shown with what was added and what is missing") {
                let found = self.lines { expect("b\nc\nd") == "a\nb\nc" }
                expect(found.dropFirst()).to(elementsEqual(["- a", "  b", "  c", "+ d"]))
            }

            it("shows blanks at the end of a line") {
                let found = self.lines { expect("a\nb ") == "a\nb" }
                expect(found.dropFirst()).to(elementsEqual(["  a", "- b", "+ b·"]))
            }

            it("is compared with a text of one line too") {
                let found = self.lines { expect("a\nb") == "a" }
                expect(found) == [
                    "expected to equal <\"a\">, got what differs (- expected, + got):", "  a", "+ b",
                ]
            }
        }

        describe("a long value") {
            it("may have one line when it is taken apart") {
                let found = self.lines { expect(Wordy(count: 2)) == Wordy(count: 1) }
                expect(found) == [
                    "expected to equal 1 line, got what differs (- expected, + got):",
                    "- Wordy(count: 1)", "+ Wordy(count: 2)",
                ]
            }

            it("is taken apart") {
                let found = self.lines { expect(Order(count: 2)) == Order(count: 1) }
                expect(found.dropFirst().filter { !$0.contains("item") }) == [
                    "  Order", "-   count: 1", "+   count: 2", "    isPaid: false",
                ]
            }

            it("is taken apart where only the other is long") {
                let found = self.lines { expect([Int](1...40)) == [1] }
                expect(found.prefix(5)).to(
                    elementsEqual([
                        "expected to equal <[1]>, got what differs (- expected, + got):", "- [1]", "+ [", "+   1",
                        "+   2",
                    ])
                )
            }
        }

        describe("values that only look the same") {
            it("are said to") {
                let found = self.lines { expect(Opaque()) == Opaque() }
                expect(found) == ["expected to equal 2 lines, got what looks the same: <opaque", "thing>"]
            }
        }

        describe("a text that should not equal another") {
            it("is not shown twice") {
                expect(messages { expect("a\nb") != "a\nb" }) == ["expected not to equal 2 lines, got the same"]
            }
        }
    }
}
