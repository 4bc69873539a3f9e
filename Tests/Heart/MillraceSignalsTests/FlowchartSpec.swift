import MillraceSignals
import MillraceSpecs
import TestSupport

final class FlowchartSpec: Spec {
    func testSpec() {
        describe("flowchart(below:)") {
            let bag = SubscriptionBag()
            afterEach { bag.cancelAll() }

            func lines(_ text: String) -> [String] {
                text.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
            }

            it("shows a diamond with its names, heights and observers, each part once") {
                let source = Variable(1).named("source")
                let (left, right) = (source.map { $0 + 1 }.named("left"), source.map { $0 * 2 }.named("right"))
                let sum = combine(left, right).map { $0 + $1 }
                for _ in 0..<2 { sum.observe { _ in }.store(in: bag) }
                left.observe { _ in }.store(in: bag)
                expect(flowchart(below: source)).to(
                    equal(
                        """
                        flowchart TD
                            n1["source<br/>height 0, 0 observers"]
                            n2["left<br/>height 1, 1 observer"]
                            n3["right<br/>height 1, 0 observers"]
                            n4["Observable#60;(Int, Int)#62;<br/>height 2, 0 observers"]
                            n5["Observable#60;Int#62;<br/>height 3, 2 observers"]
                            n1 --> n2
                            n1 --> n3
                            n2 --> n4
                            n3 --> n4
                            n4 --> n5
                        """
                    )
                )
            }

            it("is the same text for an equal graph") {
                func draw() -> String {
                    let (first, second) = (Variable(1), Variable("two").named("second"))
                    let both = combine(first.map { $0 }, second.select { $0 })
                    let subscriptions = [both.observe { _ in }, second.changes.observe { _ in }]
                    return withExtendedLifetime(subscriptions) { flowchart(below: first, second) }
                }
                expect(draw()).to(equal(draw()))
            }

            it("shows several of them, of any types, and what they share once") {
                let (first, second) = (Variable(1).named("a"), Variable("two").named("b"))
                let both = combine(first, second) { "\($0)\($1)" }.named("c")
                both.observe { _ in }.store(in: bag)
                expect(lines(flowchart(below: first, second, both))).to(
                    equal([
                        "flowchart TD",
                        "n1[\"a<br/>height 0, 0 observers\"]", "n2[\"b<br/>height 0, 0 observers\"]",
                        "n3[\"c<br/>height 1, 1 observer\"]",
                        "n1 --> n3", "n2 --> n3",
                    ])
                )
                expect(flowchart(below: first, first)).to(equal(flowchart(below: first)))
                expect(flowchart()).to(equal("flowchart TD"))
            }

            it("shows nothing that nobody observes, and computes nothing") {
                let source = Variable(1).named("source")
                var computations = 0
                let derived = source.map { value -> Int in
                    computations += 1
                    return value
                }.named("derived")
                let alone = ["flowchart TD", "n1[\"source<br/>height 0, 0 observers\"]"]
                expect(lines(flowchart(below: source))).to(equal(alone))
                expect(lines(flowchart(below: derived)).last).to(equal("n1[\"derived<br/>height 1, 0 observers\"]"))
                expect(computations).to(equal(0))
                let subscription = derived.observe { _ in }
                expect(lines(flowchart(below: source)).count).to(equal(4))
                subscription.cancel()
                expect(lines(flowchart(below: source))).to(equal(alone))
            }

            it("does not count an observer that has cancelled in the midst of a delivery") {
                let source = Variable(1).named("source")
                var text = ""
                var subscription: Subscription?
                subscription = source.observe { value in
                    guard value == 2 else { return }
                    subscription?.cancel()
                    text = flowchart(below: source)
                }
                source.value = 2
                expect(lines(text).last).to(equal("n1[\"source<br/>height 0, 0 observers\"]"))
            }

            it("shows a switch, and follows it to another inner observable") {
                let (source, even, odd) = (Variable(0).named("s"), Variable(1).named("even"), Variable(2).named("odd"))
                let result = source.flatMapLatest { $0.isMultiple(of: 2) ? even : odd }.named("result")
                result.observe { _ in }.store(in: bag)
                let nodes = [
                    "n1[\"s<br/>height 0, 0 observers\"]", "n2[\"even<br/>height 0, 0 observers\"]",
                    "n3[\"odd<br/>height 0, 0 observers\"]", "n4[\"flatMapLatest<br/>height 1, 0 observers\"]",
                    "n5[\"result<br/>height 2, 1 observer\"]",
                ]
                expect(lines(flowchart(below: source, even, odd))).to(
                    equal(["flowchart TD"] + nodes + ["n1 --> n4", "n2 --> n5", "n4 --> n5"])
                )
                source.value = 1
                expect(lines(flowchart(below: source, even, odd))).to(
                    equal(["flowchart TD"] + nodes + ["n1 --> n4", "n3 --> n5", "n4 --> n5"])
                )
            }

            it("shows the signals between an observable and one that holds them") {
                let source = Variable(1).named("source")
                let doubled = source.changes.named("changes").map { $0 * 2 }
                let held = doubled.hold(0).named("held")
                held.observe { _ in }.store(in: bag)
                doubled.observe { _ in }.store(in: bag)
                expect(lines(flowchart(below: source))).to(
                    equal([
                        "flowchart TD",
                        "n1[\"source<br/>height 0, 0 observers\"]", "n2(\"changes<br/>0 observers\")",
                        "n3(\"Signal#60;Int#62;<br/>1 observer\")", "n4[\"held<br/>height 0, 1 observer\"]",
                        "n1 --> n2", "n2 --> n3", "n3 --> n4",
                    ])
                )
            }

            it("shows the way through inner signals, and through what only reads") {
                let source = Variable(1).named("source")
                let other = Variable(2).named("other")
                let taps = source.changes.named("taps")
                let results = taps.flatMap(.merge) { _ in other }.named("results")
                results.withLatest(from: other).named("pairs").observe { _ in }.store(in: bag)
                source.value = 2
                let text = lines(flowchart(below: source, other))
                expect(text.filter { $0.hasPrefix("n") && !$0.contains("-->") }.map { String($0.prefix(12)) }).to(
                    equal([
                        "n1[\"source<b", "n2[\"other<br", "n3(\"taps<br/", "n4(\"pairs<br", "n5(\"Signal#6",
                        "n6(\"results<",
                    ])
                )
                expect(text.filter { $0.contains("-->") }).to(
                    equal(["n1 --> n3", "n2 --> n4", "n2 --> n5", "n3 --> n6", "n5 --> n6", "n6 --> n4"])
                )
            }

            it("does not take what keeps a scan at work for an observer") {
                let source = Variable(1).named("source")
                keep(source.scan(0, +).named("sum"))
                expect(lines(flowchart(below: source)).dropFirst(2)).to(
                    equal(["n2[\"sum<br/>height 1, 0 observers\"]", "n1 --> n2"])
                )
            }

            it("escapes names so that Mermaid shows them as they are") {
                let source = Variable(1).named("`a` \"b\" <c> & #d\ne")
                expect(lines(flowchart(below: source)).last).to(
                    equal("n1[\"#96;a#96; #34;b#34; #60;c#62; #38; #35;d<br/>e<br/>height 0, 0 observers\"]")
                )
            }

            let length = Programs.size(100_000)
            it("needs no stack for a chain of \(length)") {
                let isWhole = onSmallStack {
                    let source = Variable(0)
                    var last: Observable<Int> = source
                    for _ in 0..<length { last = last.map { $0 } }
                    let subscription = last.observe { _ in }
                    let text = flowchart(below: source)
                    subscription.cancel()
                    return text.hasSuffix("n\(length) --> n\(length + 1)")
                }
                expect(isWhole).to(beTrue())
            }
        }
    }
}
