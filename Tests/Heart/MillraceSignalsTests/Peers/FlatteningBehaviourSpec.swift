import MillraceSignals
import MillraceSpecs
import TestSupport

/// Flattening operators behave as other libraries' test suites check.
///
/// Which spec covers which behaviour: `Documentation/Contributing/SuitesCompared.md`.
final class FlatteningBehaviourSpec: Spec {
    func testSpec() {
        describe("Signals of signals on a line of time") {
            var scheduler = TestScheduler()
            var attendance = Attendance(on: scheduler)
            beforeEach {
                scheduler = TestScheduler()
                attendance = Attendance(on: scheduler)
            }

            func outer(_ line: String) -> Signal<String> { attendance.of("outer", scheduler.signal(line)) }

            /// Makes signals by their name, whose line begins when they are made.
            func inner(_ lines: [String: String]) -> (String) -> Signal<String> {
                { name in attendance.of(name, scheduler.signal(lines[name] ?? "-")) }
            }

            it("latest observes each until the next comes or until it is over, and finishes with the last of all") {
                let lines = ["x": "-1-2-----3|", "y": "-4-5|", "z": "-6------7|"]
                expect(outer("x----y----z---|").flatMapLatest(inner(lines)), on: scheduler)
                    .to(emit("     -1-2--4-5--6------7|"))
                expect(attendance.log).to(equal(["x 0-5", "y 5-9", "outer 0-14", "z 10-19"]))
            }

            it("merge observes so many at a time, and the next as soon as one is over") {
                let lines = ["w": "-1--2--|", "x": "---3-----4|", "y": "-5-6|", "z": "--7-|"]
                expect(outer("w-x-y---z--|").flatMap(.concurrent(limit: 2), inner(lines)), on: scheduler)
                    .to(emit("    -1--23--5-64-7-|"))
                expect(attendance.log).to(equal(["w 0-7", "outer 0-11", "y 7-11", "x 2-12", "z 11-15"]))
            }

            it("merge finishes with the source where that is the last to finish") {
                expect(outer("x-------|").flatMap(.concurrent(limit: 2), inner(["x": "-1-2|"])), on: scheduler)
                    .to(emit("-1-2----|"))
            }

            it("concat observes one after the other, whether the source or the last of them is over first") {
                expect(outer("x---y---|").flatMap(.concat, inner(["x": "-1|", "y": "-2|"])), on: scheduler)
                    .to(emit("-1---2--|"))
                expect(attendance.log).to(equal(["x 0-2", "y 4-6", "outer 0-8"]))
                attendance = Attendance(on: scheduler)
                expect(outer("xy|").flatMap(.concat, inner(["x": "--1--|", "y": "-2|"])), on: scheduler)
                    .to(emit("--1---2|"))
                expect(attendance.log).to(equal(["outer 8-10", "x 8-13", "y 13-15"]))
            }

            it("concat waits for ever for one that does not finish") {
                expect(outer("xy|").flatMap(.concat, inner(["x": "--1-------2"])), on: scheduler).to(emit("--1-----"))
                expect(attendance.log).to(equal(["outer 0-2", "x 0-7"]))
            }

            it("first observes none but the first, until that is over") {
                let lines = ["x": "-1-2|", "y": "9", "z": "--3---4|"]
                expect(outer("x-y---z-----|").flatMap(.first, inner(lines)), on: scheduler)
                    .to(emit("    -1-2----3---4|"))
                expect(attendance.log).to(equal(["x 0-4", "outer 0-12", "z 6-13"]))
            }
        }

        typealias Flatten = (Signal<Int>, @escaping (Int) -> Signal<Int>) -> Signal<Int>

        let policies: [(name: String, flatten: Flatten)] = [
            ("flatMapLatest", { $0.flatMapLatest($1) }), ("flatMap(.merge)", { $0.flatMap(.merge, $1) }),
            ("flatMap(.concurrent(limit: 2))", { $0.flatMap(.concurrent(limit: 2), $1) }),
            ("flatMap(.concat)", { $0.flatMap(.concat, $1) }),
            ("flatMap(.first)", { $0.flatMap(.first, $1) }),
        ]

        for (name, flatten) in policies {
            describe(name) {
                it("gives all values of signals that are over at once, also where the source is, and finishes") {
                    expect(seenAtOnce(flatten(atOnce(1, 2)) { atOnce($0 * 10, $0 * 10 + 1) }))
                        .to(equal("10 11 20 21 |"))
                    expect(seenAtOnce(flatten(atOnce()) { atOnce($0) })).to(equal("|"))
                    expect(seenAtOnce(flatten(atOnce(1, 2)) { _ in atOnce() })).to(equal("|"))
                }

                it("goes on with an inner signal when the source has finished, and leaves both when it is left") {
                    let (outer, inner) = (Emitter<Int>(), Emitter<Int>())
                    let log = Log()
                    let told = outer.handleEvents(onFinish: { log("outer over") })
                    let flattened = flatten(told) { _ in inner.handleEvents(onCancel: { log("inner left") }) }
                    let subscription = log.observe(flattened)
                    outer.send(0)
                    outer.finish()
                    inner.send(1)
                    expect(log.lines).to(equal(["outer over", "1"]))
                    subscription.cancel()
                    expect(log.lines).to(equal(["outer over", "1", "inner left"]))
                }

                it("leaves the source too when it is left") {
                    let (outer, inner) = (Emitter<Int>(), Emitter<Int>())
                    var log: [String] = []
                    let told = outer.handleEvents(onCancel: { log.append("outer left") })
                    flatten(told) { _ in inner }.observe { _ in }.cancel()
                    expect(log).to(equal(["outer left"]))
                }

                it("may be left, and its source finished, by an observer in the midst of an inner signal's delivery") {
                    let (outer, inner) = (Emitter<Int>(), Emitter<Int>())
                    var (log, subscription): ([String], Subscription?) = ([], nil)
                    subscription = flatten(outer) { _ in inner }.observe(onFinish: { log.append("|") }) { value in
                        log.append("\(value)")
                        if value == 1 { outer.finish() } else { subscription = nil }
                    }
                    outer.send(0)
                    [1, 2, 3].forEach(inner.send)
                    expect(log).to(equal(["1", "2"]))
                    expect(subscription == nil).to(beTrue())
                }
            }
        }

        describe("flatMap(.concurrent) of many") {
            it("starts what waits in the order in which it came, one for each that finishes") {
                let (limit, count) = (4, 60)
                let (outer, emitters) = (Emitter<Int>(), (0..<count).map { _ in Emitter<Int>() })
                var (started, log): ([Int], [Int]) = ([], [])
                let flattened = outer.flatMap(.concurrent(limit: limit)) { index in
                    started.append(index)
                    return emitters[index].prepend(index)
                }
                let subscription = flattened.observe { log.append($0) }
                for index in 0..<count { outer.send(index) }
                for index in 0..<count {
                    expect(log).to(equal(Array(0..<min(limit + index, count))))
                    expect(started).to(equal(log))
                    emitters[index].finish()
                }
                subscription.cancel()
            }
        }
    }
}
