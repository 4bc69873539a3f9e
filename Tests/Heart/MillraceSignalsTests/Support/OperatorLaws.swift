import MillraceSignals
import MillraceSpecs
import TestSupport

/// The same cases for every operator: never, empty, one, many, cancelled, observed twice, nested, anew, released.
func itKeepsTheLaws(_ operators: OperatorCase...) {
    for tested in operators {
        context(tested.name) {
            func played(_ script: String) -> String {
                trace(script, letTimePass: tested.letTimePass) { a, _, _ in tested.build(a) {} }
            }

            func send(_ numbers: ClosedRange<Int>, to emitter: Emitter<Int>) {
                for number in numbers {
                    emitter.send(number)
                    tested.letTimePass()
                }
            }

            func finish(_ emitter: Emitter<Int>) {
                emitter.finish()
                tested.letTimePass()
            }

            it("emits nothing from the source while that is silent, and does not finish") {
                let connected = tested.many.split(separator: ";", omittingEmptySubsequences: false)[0]
                expect(played("")).to(equal(String(connected)))
            }

            it("finishes with, or before, a source that emits nothing") { expect(played("a|")).to(equal(tested.empty)) }

            it("makes of one value what it should") { expect(played("a1 a|")).to(equal(tested.one)) }

            it("makes of many values what it should") {
                expect(played("a1 a2 a3 a4 a|")).to(equal(tested.many))
            }

            it("makes the same of a source that has finished before as of one that finishes") {
                let emitter = Emitter<Int>()
                emitter.finish()
                var log: [String] = []
                let subscription = tested.build(emitter) {}.observe(onFinish: { log.append("|") }) { log.append($0) }
                tested.letTimePass()
                subscription.cancel()
                let parts = tested.empty.split(separator: ";").map(String.init)
                expect(log).to(equal(parts.flatMap { $0.split(separator: " ").map(String.init) }))
            }

            it("is silent after it was cancelled") {
                expect(played("x a1 a2 a3 a4 a|").drop { $0 != ";" }).to(equal(";;;;;;"))
            }

            it("is silent when its only observer cancels in the midst of a delivery") {
                let emitter = Emitter<Int>()
                var (log, subscription): ([String], Subscription?) = ([], nil)
                var sends = 0
                let derived = tested.build(emitter) {}
                subscription = derived.observe(onFinish: { if sends == 0 { log.append("|") } }) { value in
                    guard sends > 0 else { return }
                    log.append(value)
                    subscription?.cancel()
                }
                for number in 1...4 {
                    sends += 1
                    send(number...number, to: emitter)
                }
                finish(emitter)
                expect(log.count).to(beLessThan(2))
            }

            it("is silent when it is cancelled from above in the midst of a delivery") {
                let emitter = Emitter<Int>()
                var (log, isOver, subscription): ([String], Bool, Subscription?) = ([], false, nil)
                let first = emitter.observe { value in
                    guard value == 2 else { return }
                    subscription = nil
                    isOver = true
                }
                subscription = tested.build(emitter) {}.observe(onFinish: { if isOver { log.append("|") } }) {
                    if isOver { log.append($0) }
                }
                send(1...4, to: emitter)
                finish(emitter)
                expect(log).to(beEmpty())
                expect(subscription == nil).to(beTrue())
                first.cancel()
            }

            it("runs its closures as often for two observers as for one") {
                func calls(observers: Int) -> Int {
                    let (emitter, bag) = (Emitter<Int>(), SubscriptionBag())
                    var calls = 0
                    let derived = tested.build(emitter) { calls += 1 }
                    for _ in 0..<observers { derived.observe { _ in }.store(in: bag) }
                    send(1...4, to: emitter)
                    finish(emitter)
                    return calls
                }
                expect(calls(observers: 2)).to(equal(calls(observers: 1)))
                expect(calls(observers: 0)).to(equal(0))
            }

            it("shows all its observers the same order when one of them sends, and the end last") {
                let (emitter, bag) = (Emitter<Int>(), SubscriptionBag())
                var (first, second, left): ([String], [String], [Int]) = ([], [], [2, 3, 4])
                let derived = tested.build(emitter) {}
                // Values that are there at once reach the first observer only.
                var isConnected = false
                derived.observe(onFinish: { first.append("|") }) { value in
                    guard isConnected else { return }
                    first.append(value)
                    if !left.isEmpty { emitter.send(left.removeFirst()) }
                }.store(in: bag)
                isConnected = true
                derived.observe(onFinish: { second.append("|") }) { second.append($0) }.store(in: bag)
                send(1...4, to: emitter)
                finish(emitter)
                // One that had finished as it was connected is connected anew by the second observer.
                expect(second).to(equal(first))
            }

            it("starts anew with the next first observer") {
                let emitter = Emitter<Int>()
                let derived = tested.build(emitter) {}
                func run(_ numbers: ClosedRange<Int>) -> [String] {
                    var log: [String] = []
                    let subscription = derived.observe(onFinish: { log.append("|") }) { log.append($0) }
                    send(numbers, to: emitter)
                    subscription.cancel()
                    return log
                }
                let first = run(1...4)
                _ = run(1...1)
                expect(run(1...4)).to(equal(first))
            }

            it("leaves nothing alive, in whatever order all is dropped") {
                for order in permutations(of: 3) {
                    expect { scene in
                        let tracked = scene.instance()
                        var emitter: Emitter<Int>? = Emitter()
                        var derived = emitter.map {
                            tested.build($0.map(scene.watching { $0 })) { tracked.touch() }
                        }
                        var subscription = derived?.observe(onFinish: { tracked.touch() }) { _ in
                            tracked.touch()
                        }
                        emitter?.send(1)
                        emitter?.send(2)
                        for step in order {
                            switch step {
                            case 0: release(&emitter)
                            case 1: release(&derived)
                            default: release(&subscription)
                            }
                        }
                    }.to(leakNothing(), description: "in the order \(order)")
                }
            }

            it("leaves nothing alive when the owner of its observer is gone and all else is dropped") {
                expect { scene in
                    let (emitter, owner) = (Emitter<Int>(), scene.instance())
                    tested.build(emitter.map(scene.watching { $0 })) {}
                        .observe(for: owner) { [tracked = scene.instance()] _, _ in tracked.touch() }
                    emitter.send(1)
                }.to(leakNothing())
            }
        }
    }
}
