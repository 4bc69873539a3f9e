import MillraceBase
import MillraceData
import MillraceHistory
import MillraceSpecs

final class RestlessPartsSpec: Spec {
    private struct Load: Resting, Identifiable {
        var id = 0
        var unfinished: String?
        var next: [Load] = []
    }
    private enum Screen { case empty, list(Load), pair(Load, second: Load), two(inner: Load) }
    private enum Star: UInt8 { case off, on }
    private struct Row: Identifiable {
        var id = 0
        var title = "row"
        var star = Star.on
        var note: String?
    }
    /// A value that notes when a mirror reads it.
    private struct Noted<Part>: CustomReflectable {
        let part: Part
        let note: () -> Void
        var customMirror: Mirror {
            note()
            return Mirror(self, children: [:])
        }
    }
    private final class Object {
        var load = Load(unfinished: "loading")
    }
    /// A type that is part of itself before and behind its load.
    private struct Chain {
        var rest: [Chain] = []
        var load = Load()
        var others: [Chain] = []
    }

    func testSpec() {
        let (loading, idle) = (Load(unfinished: "loading"), Load())

        describe("the parts of a state that are not at rest") {
            it("are none where nothing is on its way") {
                expect(restlessParts(of: ["home": idle])).to(beEmpty())
                expect(restlessParts(of: 7)).to(beEmpty())
                expect(restlessParts(of: Screen.empty)).to(beEmpty())
            }

            it("are told by their paths, in the order of the fields") {
                struct Lists {
                    let lists: [String: Load]
                    let pair: (Load, last: Load)
                    let rows: Table<Load>
                    let optional: Load??
                }
                let lists = Lists(
                    lists: ["tags": loading, "home": loading, "news": idle],
                    pair: (loading, last: Load(unfinished: "sending")),
                    rows: [Load(id: 3), Load(id: 7, unfinished: "loading")],
                    optional: .some(.some(loading))
                )
                expect(restlessParts(of: lists)) == [
                    "lists[home]: loading", "lists[tags]: loading", "pair.0: loading", "pair.last: sending",
                    "rows[7]: loading", "optional: loading",
                ]
            }

            it("are in the order of the keys of a dictionary") {
                let loads = Dictionary(uniqueKeysWithValues: (10..<40).map { ($0, loading) })
                expect(restlessParts(of: loads)) == (10..<40).map { "[\($0)]: loading" }
            }

            it("begin with a name, if one is given") {
                expect(restlessParts(of: loading)) == ["loading"]
                expect(restlessParts(of: loading, called: "feed")) == ["feed: loading"]
                expect(restlessParts(of: [loading], called: "feed")) == ["feed[0]: loading"]
                expect(restlessParts(of: (1, loading), called: "feed")) == ["feed.1: loading"]
            }

            it("are found in payloads, and behind types that say nothing") {
                struct Holder { let screens: [Screen], any: Any, one: any Identifiable }
                let screens: [Screen] = [.empty, .list(loading), .pair(idle, second: loading), .two(inner: loading)]
                expect(restlessParts(of: Holder(screens: screens, any: [idle, loading], one: loading))) == [
                    "screens[1].list: loading", "screens[2].pair.second: loading", "screens[3].two.inner: loading",
                    "any[1]: loading", "one: loading",
                ]
            }

            it("are found within one another, and in types that are part of themselves") {
                expect(restlessParts(of: Load(unfinished: "loading", next: [idle, loading]))) == [
                    "loading", "next[1]: loading",
                ]
                let chain = Chain(rest: [Chain(load: loading)], others: [Chain(others: [Chain(load: loading)])])
                expect(restlessParts(of: chain)) == ["rest[0].load: loading", "others[0].others[0].load: loading"]
            }

            it("are found however deep they are") {
                var load = loading
                for _ in 0..<2_000 { load = Load(next: [load]) }
                expect(restlessParts(of: load)).to(haveCount(1))
                // So that it is let go level by level.
                while let next = load.next.first { load = next }
            }

            it("are not those of objects") {
                expect(restlessParts(of: [Object()])).to(beEmpty())
            }

            it("are looked for only where the type may have them") {
                struct Screen<Rows> { let rows: Rows, load: Load }
                var count = 0
                func reads(of part: some Any) -> Int {
                    count = 0
                    let rows = (0..<10).map { _ in Noted(part: part) { count += 1 } }
                    expect(restlessParts(of: Screen(rows: rows, load: loading))) == ["load: loading"]
                    return count
                }
                expect(reads(of: Row())) == 0
                expect(reads(of: [Row()])) == 0
                expect(reads(of: Object())) == 0
                expect(reads(of: 7 as Any)) == 10
                expect(reads(of: Screen(rows: 0, load: idle))) == 10
            }
        }
    }
}
