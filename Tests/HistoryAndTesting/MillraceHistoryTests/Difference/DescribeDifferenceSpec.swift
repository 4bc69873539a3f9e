import Foundation
import MillraceHistory
import MillraceSpecs

private struct Item: Equatable, Identifiable {
    var id: String
    var title = ""
    var tags: Set<String> = []
}

private struct Color: Equatable {
    var name: String
    var depth = 8
}

private enum Page: Equatable, CustomStringConvertible {
    case empty, closed
    case loaded([Item], total: Int)
    case failed(code: Int)
    case zoomed(Double)

    var description: String { "a page" }
}

private struct Screen: Equatable {
    var colors: [Color] = []
    var items: [Item] = []
    var page = Page.empty
    var counts: [Int: Int] = [:]
    var marks: Set<Int> = []
    var notes = ""
    var owner: String?
    var pair = Couple()

    struct Couple: Equatable {
        var place = (1, y: 2)
        static func == (left: Couple, right: Couple) -> Bool { left.place == right.place }
    }
}

/// Has no `==`.
private struct Loose {
    var name: String
    var inner: [Color] = []
    var handler: () -> Void = {}
    var anything: Any = 0
}

private struct Hue: Hashable {
    var number: Int
}

private final class Machine {
    var speed: Int
    init(speed: Int) { self.speed = speed }
}

private indirect enum Chain: Equatable {
    case end(Int)
    case link(Chain)
}

private struct Lax: Equatable {
    var id: Int
    var cache: Int
    static func == (left: Lax, right: Lax) -> Bool { left.id == right.id }
}

final class DescribeDifferenceSpec: Spec {
    /// The difference that a change makes.
    private func lines<Value>(_ old: Value, limit: Int = 50, _ change: (inout Value) -> Void) -> [String] {
        var new = old
        change(&new)
        return describeDifference(old, new, limit: limit)?.components(separatedBy: "\n") ?? []
    }

    private func difference(_ old: String, _ new: String) -> [String] { lines(old) { $0 = new } }

    func testSpec() {
        describe("fields") {
            it("are named by their path") {
                let screen = Screen(colors: [Color(name: "x"), Color(name: "y"), Color(name: "a")])
                expect(self.lines(screen) { $0.colors[2].name = "b" }).to(equal([#"colors[2].name: "a" → "b""#]))
                expect(self.lines(screen) { $0.pair.place.0 = 3 }).to(equal(["pair.place.0: 1 → 3"]))
                expect(self.lines(screen) { $0.pair.place.y = 3 }).to(equal(["pair.place.y: 2 → 3"]))
                expect(self.lines(screen) { $0.owner = "Ada" }).to(equal([#"owner: nil → "Ada""#]))
            }
            it("are listed in their order, each on a line") {
                let changed = self.lines(Screen(notes: "a", owner: "Ada")) {
                    $0.owner = "Bob"
                    $0.notes = "b"
                }
                expect(changed).to(equal([#"notes: "a" → "b""#, #"owner: "Ada" → "Bob""#]))
            }
            it("are nothing where the values are equal") {
                expect(describeDifference(Screen(), Screen())).to(beNil())
                expect(describeDifference(Lax(id: 1, cache: 1), Lax(id: 1, cache: 2))).to(beNil())
                expect(describeDifference(Loose(name: "a"), Loose(name: "a"))).to(beNil())
            }
            it("need no ==, and take closures for equal") {
                let loose = Loose(name: "a", inner: [Color(name: "x")])
                expect(self.lines(loose) { $0.name = "b" }).to(equal([#"name: "a" → "b""#]))
                expect(self.lines(loose) { $0.inner[0].depth = 9 }).to(equal(["inner[0].depth: 8 → 9"]))
                expect(self.lines(loose) { $0.handler = { print() } }).to(beEmpty())
                expect(self.lines(loose) { $0.anything = "1" }).to(equal([#"anything: 0 (Int) → "1" (String)"#]))
            }
            it("that hold no difference leave the whole to be named") {
                expect(describeDifference(Double.nan, Double.nan)).to(
                    equal("nan → nan (not equal, though they read the same)")
                )
            }
        }

        describe("a value by itself") {
            it("is shown as it was and as it is") {
                expect(describeDifference(1, 2)).to(equal("1 → 2"))
                expect(describeDifference(Int?.none, 2)).to(equal("nil → 2"))
                expect(describeDifference(Int??.some(nil), 2)).to(equal("nil → 2"))
                expect(describeDifference([1] as [Any]?, nil)).to(equal("[1] → nil"))
                expect(describeDifference(nil, [1] as [Any]?)).to(equal("nil → [1]"))
                expect(describeDifference(["a": 1] as [String: Any]?, nil)).to(equal(#"["a": 1] → nil"#))
                expect(describeDifference([1] as Set?, [2])).to(equal("removed 1\ninserted 2"))
                expect(describeDifference(UInt8.self as Any.Type, Int8.self)).to(
                    equal("UInt8 (UInt8.Type) → Int8 (Int8.Type)")
                )
                expect(describeDifference(URL(string: "a://b"), URL(string: "a://c"))).to(equal("a://b → a://c"))
            }
            it("of an object is another one, unless it is the same or equal") {
                let machine = Machine(speed: 1)
                expect(describeDifference(machine, machine)).to(beNil())
                expect(describeDifference(machine, Machine(speed: 1))).to(
                    contain("not equal, though they read the same")
                )
            }
            it("is compared to any depth") {
                func chain(_ length: Int, _ end: Int) -> Chain {
                    (0..<length).reduce(.end(end)) { link, _ in .link(link) }
                }
                expect(describeDifference(chain(3, 1), chain(3, 2))).to(equal("link.link.link.end: 1 → 2"))
                expect(describeDifference(chain(1_000, 1), chain(1_000, 2))?.components(separatedBy: "\n")).to(
                    haveCount(1)
                )
            }
        }

        describe("enums") {
            it("show a change of case, whatever their description") {
                expect(describeDifference(Page.empty, .closed)).to(equal(".empty → .closed"))
                expect(describeDifference(Page.failed(code: 4), .loaded([Item(id: "a")], total: 1))).to(
                    equal(#".failed(code: 4) → .loaded([Item(id: "a", title: "", tags: {})], total: 1)"#)
                )
                expect(describeDifference(Page.zoomed(1), .empty)).to(equal(".zoomed(1.0) → .empty"))
            }
            it("show what changed in a payload") {
                let page = Page.loaded([Item(id: "a")], total: 1)
                expect(describeDifference(page, .loaded([Item(id: "a", title: "b")], total: 2))).to(
                    equal("loaded.0[0].title: \"\" → \"b\"\nloaded.total: 1 → 2")
                )
                expect(describeDifference(Page.failed(code: 1), .failed(code: 2))).to(equal("failed.code: 1 → 2"))
            }
        }

        describe("arrays by index") {
            it("follow the shortest edit script") {
                expect(self.lines(["a", "b", "c"]) { $0.insert("x", at: 1) }).to(equal([#"[1]: inserted "x""#]))
                expect(self.lines(["a", "b", "c"]) { $0.remove(at: 0) }).to(equal([#"[0]: removed "a""#]))
                expect(self.lines(["a", "b", "c", "d", "e"]) { $0 = ["b", "c", "x", "e", "f"] }).to(
                    equal([#"[0]: removed "a""#, #"[2]: "d" → "x""#, #"[4]: inserted "f""#])
                )
            }
            it("go into the elements that changed") {
                let loose = [Loose(name: "a"), Loose(name: "b"), Loose(name: "c")]
                expect(self.lines(loose) { $0[1].name = "x" }).to(equal([#"[1].name: "b" → "x""#]))
                expect(self.lines(loose) { $0.remove(at: 1) }).to(haveCount(1))
                expect(self.lines([[1, 2], [3]]) { $0[0].append(5) }).to(equal(["[0][2]: inserted 5"]))
                expect(self.lines([1, 2, 3][1...]) { $0[1] = 5 }).to(equal(["[0]: 2 → 5"]))
            }
        }

        describe("arrays by identity") {
            let items = ["a", "b", "c", "d"].map { Item(id: $0) }

            it("tell what moved, came, went and changed") {
                expect(self.lines(items) { $0.append($0.remove(at: 0)) }).to(equal([#"[0]: moved to [3] (id "a")"#]))
                expect(self.lines(items) { $0.remove(at: 1) }).to(
                    equal([#"[1]: removed Item(id: "b", title: "", tags: {})"#])
                )
                let changed = self.lines(items) {
                    $0.insert(Item(id: "x"), at: 0)
                    $0[4].title = "D"
                    $0.swapAt(3, 4)
                }
                expect(changed).to(contain(#"[0]: inserted Item(id: "x", title: "", tags: {})"#))
                expect(changed).to(contain(#"[3].title: "" → "D""#))
                expect(changed.filter { $0.contains("moved") }).to(haveCount(1))
                expect(changed).to(haveCount(3))
            }
        }

        describe("dictionaries and sets") {
            it("are sorted as their keys are") {
                let screen = Screen(counts: [2: 2, 10: 10, 7: 7], marks: [2, 10])
                let changed = self.lines(screen) {
                    $0.counts = [2: 3, 10: 11, 8: 8]
                    $0.marks = [1, 11, 3]
                }
                expect(changed).to(
                    equal([
                        "counts[2]: 2 → 3", "counts[7]: removed 7", "counts[8]: inserted 8", "counts[10]: 10 → 11",
                        "marks: removed 2", "marks: removed 10", "marks: inserted 1", "marks: inserted 3",
                        "marks: inserted 11",
                    ])
                )
            }
            it("go into the values that changed") {
                expect(self.lines(["a": Item(id: "a")]) { $0["a"]?.tags = ["t"] }).to(
                    equal([#"["a"].tags: inserted "t""#])
                )
                expect(self.lines(["a": 1 as Int?]) { $0["a"] = .some(nil) }).to(equal([#"["a"]: 1 → nil"#]))
            }
            it("are only counted where they have no order and are many") {
                let colors = Set((0..<2_000).map { Hue(number: $0) })
                expect(self.lines(colors) { $0 = [] }).to(equal(["removed 2,000 elements"]))
                let table = Dictionary(uniqueKeysWithValues: colors.map { ($0, 0) })
                expect(self.lines(table) { $0 = [:] }).to(equal(["2,000 entries inserted, removed or changed"]))
            }
            it("are shown in order") {
                expect(describeDifference([Set<String>](), [["c", "a", "b"]])).to(
                    equal(#"[0]: inserted {"a", "b", "c"}"#)
                )
                expect(describeDifference([[String: Int]](), [["b": 2, "a": 1]])).to(
                    equal(#"[0]: inserted ["a": 1, "b": 2]"#)
                )
            }
        }

        describe("texts") {
            it("of several lines are compared line by line") {
                expect(self.difference("one\ntwo\nthree", "one\n2\nthree\nfour")).to(
                    equal([#"[line 2]: "two" → "2""#, #"[line 4]: inserted "four""#])
                )
                expect(self.difference("a\nb", "a\r\nb")).to(equal([#"[line 1]: "a" → "a\r""#]))
            }
            it("of a great length are cut to where they differ") {
                let text = String(repeating: "a", count: 10_000)
                let line = self.difference(text + "b" + text, text + "c" + text).joined()
                expect(line).to(contain("ab", "ac"))
                expect(line.count).to(beLessThan(300))
            }
        }

        describe("the limit") {
            it("is on lines, and the last one counts the rest") {
                let changed = self.lines(Array(0..<2_000), limit: 3) { numbers in
                    for index in numbers.indices { numbers[index] += 10_000 }
                }
                expect(changed).to(equal(["[0]: 0 → 10000", "[1]: 1 → 10001", "… and 1,998 more"]))
            }
            it("is not reached by as many differences as it allows") {
                expect(self.lines([1, 2, 3], limit: 3) { $0 = [4, 5, 6] }).to(haveCount(3))
                expect(self.lines([1, 2, 3], limit: 1) { $0 = [4, 5, 6] }).to(equal(["… and 3 more"]))
            }
            it("says where it did not count to the end") {
                let loose = (0..<100).map { Loose(name: "\($0)") }
                let changed = self.lines(loose, limit: 3) { loose in
                    for index in loose.indices { loose[index].name += "!" }
                }
                expect(changed).to(haveCount(3))
                expect(changed.last).to(equal("… and 2 more, at least"))
            }
        }
    }
}
