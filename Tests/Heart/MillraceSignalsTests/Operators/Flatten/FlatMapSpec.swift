import MillraceSignals
import MillraceSpecs
import TestSupport

final class FlatMapSpec: Spec {
    func testSpec() {
        /// Three emitters to be switched between, by number.
        func inner(_ b: Emitter<Int>, _ c: Emitter<Int>) -> (Int) -> Signal<Int> {
            { number in number.isMultiple(of: 2) ? c : b }
        }

        describe("flatMap of signals") {
            func pair(_ tick: @escaping () -> Void) -> (Int) -> Signal<String> {
                { value in
                    tick()
                    let over = Emitter<String>()
                    over.finish()
                    return over.prepend("\(value)", "\(value)'")
                }
            }
            let many = ";1 1';2 2';3 3';4 4';|"
            itKeepsTheLaws(
                OperatorCase("flatMapLatest", one: ";1 1';|", many: many) { $0.flatMapLatest(pair($1)) },
                OperatorCase("flatMap(.merge)", one: ";1 1';|", many: many) { $0.flatMap(.merge, pair($1)) },
                OperatorCase("flatMap(.concurrent)", one: ";1 1';|", many: many) {
                    $0.flatMap(.concurrent(limit: 2), pair($1))
                },
                OperatorCase("flatMap(.concat)", one: ";1 1';|", many: many) { $0.flatMap(.concat, pair($1)) },
                OperatorCase("flatMap(.first)", one: ";1 1';|", many: many) { $0.flatMap(.first, pair($1)) }
            )

            it("flatMap(.concat) runs one signal as often as it is asked for") {
                let (outer, source, log) = (Emitter<Int>(), Emitter<Int>(), Log())
                let firstTwo = source.prefix(2)
                log.observe(outer.flatMap(.concat) { _ in firstTwo })
                [1, 2, 3].forEach(outer.send)
                (1...7).forEach(source.send)
                expect(log.lines).to(equal(["1", "2", "3", "4", "5", "6"]))
            }

            context("flatMapLatest") {
                it("follows the last one only") {
                    expect(trace("b0 a1 b1 a2 b2 c3 a4 c5") { a, b, c in a.flatMapLatest(inner(b, c)) })
                        .to(equal(";;;1;;;3;;5"))
                }

                it("finishes when the source and the last one have") {
                    expect(trace("a1 a| b2 b|") { a, b, c in a.flatMapLatest(inner(b, c)) }).to(equal(";;;2;|"))
                    expect(trace("a1 b| a2 c3 a| c|") { a, b, c in a.flatMapLatest(inner(b, c)) })
                        .to(equal(";;;;3;;|"))
                    expect(trace("a1 a2 b| a| c|") { a, b, c in a.flatMapLatest(inner(b, c)) }).to(equal(";;;;;|"))
                }

                it("leaves the one before, before it makes the next") {
                    var log: [String] = []
                    _ = trace("a1 a2 x") { a, b, c in
                        a.flatMapLatest { number in
                            log.append("make \(number)")
                            return inner(b, c)(number).handleEvents(onCancel: { log.append("leave \(number)") })
                        }
                    }
                    expect(log).to(equal(["make 1", "leave 1", "make 2", "leave 2"]))
                }

                it("leaves the one before in the midst of its delivery") {
                    let (outer, first, bag) = (Emitter<Int>(), Emitter<Int>(), SubscriptionBag())
                    var log: [Int] = []
                    first.observe { if $0 == 1 { outer.send(2) } }.store(in: bag)
                    outer.flatMapLatest { $0 == 1 ? first : Emitter().prepend(20) }.observe { log.append($0) }
                        .store(in: bag)
                    outer.send(1)
                    first.send(1)
                    first.send(2)
                    expect(log).to(equal([20]))
                }

                it("lets an observer switch from within a delivery") {
                    let (outer, first, second) = (Emitter<Int>(), Emitter<Int>(), Emitter<Int>())
                    var log: [Int] = []
                    let subscription = outer.flatMapLatest { $0 == 1 ? first : second }.observe { value in
                        log.append(value)
                        if value == 10 { outer.send(2) }
                    }
                    outer.send(1)
                    first.send(10)
                    first.send(11)
                    second.send(20)
                    subscription.cancel()
                    expect(log).to(equal([10, 20]))
                }

                it("makes nothing after its observer has left in the midst of the source's delivery") {
                    let (outer, bag) = (Emitter<Int>(), SubscriptionBag())
                    var (made, subscription): ([Int], Subscription?) = ([], nil)
                    outer.observe { if $0 == 2 { subscription?.cancel() } }.store(in: bag)
                    subscription = outer.flatMapLatest { number -> Signal<Int> in
                        made.append(number)
                        return Emitter()
                    }.observe { _ in }
                    outer.send(1)
                    outer.send(2)
                    expect(made).to(equal([1]))
                }

                it("does not hook up what a transform has made that cancels the observation") {
                    let (outer, first) = (Emitter<Int>(), Emitter<Int>())
                    var (starts, subscription): (Int, Subscription?) = (0, nil)
                    subscription = outer.flatMapLatest { _ in
                        subscription?.cancel()
                        return first.handleEvents(onStart: { starts += 1 })
                    }.observe { _ in }
                    outer.send(1)
                    expect(starts).to(beLessThan(2))
                    var log: [Int] = []
                    first.observe { log.append($0) }.cancel()
                    expect(log).to(beEmpty())
                }
            }

            context("flatMap(.merge)") {
                it("passes on the values of all of them as they come") {
                    expect(trace("a1 b1 a2 c2 b3 a| b| c4 c|") { a, b, c in a.flatMap(.merge, inner(b, c)) })
                        .to(equal(";;1;;2;3;;;4;|"))
                }

                it("lets values above the limit wait in order, untransformed") {
                    var made: [Int] = []
                    let emitters = (0..<6).map { _ in Emitter<Int>() }
                    let outer = Emitter<Int>()
                    var log: [Int] = []
                    let subscription = outer.flatMap(.concurrent(limit: 2)) { number in
                        made.append(number)
                        return emitters[number]
                    }.observe(onFinish: { log.append(-1) }) { log.append($0) }
                    for number in 0..<5 { outer.send(number) }
                    outer.finish()
                    expect(made).to(equal([0, 1]))
                    emitters[2].send(20)
                    emitters[1].finish()
                    expect(made).to(equal([0, 1, 2]))
                    emitters[2].send(21)
                    emitters[0].finish()
                    emitters[3].finish()
                    expect(made).to(equal([0, 1, 2, 3, 4]))
                    emitters[2].finish()
                    expect(log).to(equal([21]))
                    emitters[4].finish()
                    expect(log).to(equal([21, -1]))
                    subscription.cancel()
                }

                it("hears the same signal as often as it was merged") {
                    expect(trace("a1 a1 b7") { a, b, c in a.flatMap(.merge, inner(b, c)) }).to(equal(";;;7 7"))
                }
            }

            context("flatMap(.concat)") {
                it("begins the next when the one before has finished") {
                    expect(trace("a1 a2 b1 c2 b| c3 a| c|") { a, b, c in a.flatMap(.concat, inner(b, c)) })
                        .to(equal(";;;1;;;3;;|"))
                }

                it("forgets what waits when it is left") {
                    var made: [Int] = []
                    _ = trace("a1 a2 x b|") { a, b, c in
                        a.flatMap(.concat) { number in
                            made.append(number)
                            return inner(b, c)(number)
                        }
                    }
                    expect(made).to(equal([1]))
                }

                it("goes through 20,000 values whose signals finish at once, on a stack of 512 KiB") {
                    let counts = onSmallStack {
                        let (outer, gate, over) = (Emitter<Int>(), Emitter<Int>(), Emitter<Int>())
                        over.finish()
                        var (sum, isOver) = (0, false)
                        let subscription = outer.flatMap(.concat) { $0 == 0 ? gate : over.prepend($0).append(0) }
                            .observe(onFinish: { isOver = true }) { sum += $0 }
                        for number in 0...20_000 { outer.send(number) }
                        let before = sum
                        gate.finish()
                        for number in 1...20_000 { outer.send(number) }
                        outer.finish()
                        subscription.cancel()
                        return [before, sum, isOver ? 1 : 0]
                    }
                    expect(counts).to(equal([0, 400_020_000, 1]))
                }

                it("lets an observer send what waits behind what runs") {
                    let outer = Emitter<Int>()
                    var log: [Int] = []
                    let subscription = outer.flatMap(.concat) { number -> Signal<Int> in
                        let over = Emitter<Int>()
                        over.finish()
                        return over.prepend(number, number * 10)
                    }.observe { value in
                        log.append(value)
                        if value < 3 { outer.send(value + 1) }
                    }
                    outer.send(1)
                    subscription.cancel()
                    expect(log).to(equal([1, 10, 2, 20, 3, 30]))
                }
            }

            context("flatMap(.first)") {
                it("ignores values while one runs") {
                    var made: [Int] = []
                    let played = trace("a1 a2 b1 c2 b| a4 c3 a| c|") { a, b, c in
                        a.flatMap(.first) { number in
                            made.append(number)
                            return inner(b, c)(number)
                        }
                    }
                    expect(played).to(equal(";;;1;;;;3;;|"))
                    expect(made).to(equal([1, 4]))
                }
            }

            it("passes on constants, unless the transform or an observer leaves") {
                let source = Emitter<Int>()
                var seen: [Int] = []
                var isLeaving = false
                var subscription: Subscription?
                let constants = source.flatMap(.concat) { value -> Signal<Int> in
                    if isLeaving { subscription?.cancel() }
                    return .just(value * 10)
                }
                subscription = constants.observe { seen.append($0) }
                source.send(1)
                source.send(2)
                isLeaving = true
                source.send(3)
                expect(seen).to(equal([10, 20]))
            }

            it("passes no constant on to those who observe anew while the transform runs") {
                let source = Emitter<Int>()
                var seen: [Int] = []
                var subscription: Subscription?
                var again: () -> Void = {}
                let constants = source.flatMapLatest { value -> Signal<Int> in
                    if value == 1 { again() }
                    return .just(value * 10)
                }
                again = {
                    subscription?.cancel()
                    subscription = constants.observe { seen.append($0) }
                }
                again()
                source.send(1)
                expect(seen).to(beEmpty())
                source.send(2)
                expect(seen).to(equal([20]))
                again = {}
                subscription?.cancel()
            }

            it("finishes after a constant when the source has finished") {
                let source = Emitter<Int>()
                var isOver = false
                let subscription = source.flatMapLatest { Signal.just($0) }.observe(onFinish: { isOver = true }) { _ in
                }
                source.send(1)
                expect(isOver).to(beFalse())
                source.finish()
                expect(isOver).to(beTrue())
                subscription.cancel()
            }

            it("leaves nothing alive: not the inner signals either, nor what waits") {
                let policies: [(Signal<Tracked>, @escaping (Tracked) -> Signal<Int>) -> Signal<Int>] = [
                    { $0.flatMapLatest($1) }, { $0.flatMap(.concurrent(limit: 2), $1) }, { $0.flatMap(.concat, $1) },
                    { $0.flatMap(.first, $1) },
                ]
                for policy in policies {
                    for cancelsFirst in [true, false] {
                        let living = LivingCount()
                        do {
                            let (outer, source) = (Emitter<Tracked>(), Emitter<Int>())
                            let flattened = policy(outer) { tracked in source.map { [tracked] in $0 + tracked.number } }
                            let subscription = flattened.observe { _ in }
                            for number in 0..<5 { outer.send(living.instance(number)) }
                            source.send(1)
                            if cancelsFirst {
                                subscription.cancel()
                                expect(living.count).to(equal(0))
                            }
                        }
                        expect(living.count).to(equal(0))
                    }
                }
            }

            it("keeps nothing of a source that its transform holds, when the owner of its observer is gone") {
                let policies: [(Signal<Int>, @escaping (Int) -> Signal<Int>) -> Signal<Int>] = [
                    { $0.flatMapLatest($1) }, { $0.flatMap(.merge, $1) }, { $0.flatMap(.concat, $1) },
                    { $0.flatMap(.first, $1) },
                ]
                for policy in policies {
                    expect { scene in
                        let (outer, source, owner) = (Emitter<Int>(), Emitter<Int>(), scene.instance())
                        let derived = source.map(scene.watching { $0 })
                        policy(outer) { _ in derived }.observe(for: owner) { _, _ in }
                        outer.send(1)
                        source.send(2)
                    }.to(leakNothing())
                }
            }

            it("transforms what waits also when the source was released meanwhile") {
                var (outer, gate): (Emitter<Int>?, Emitter<Int>) = (Emitter(), Emitter())
                var log: [Int] = []
                let subscription = outer?.flatMap(.concat) { $0 == 0 ? gate : Emitter().prepend($0) }
                    .observe { log.append($0) }
                outer?.send(0)
                outer?.send(1)
                outer = nil
                gate.finish()
                expect(log).to(equal([1]))
                subscription?.cancel()
                gate = Emitter()
            }

            it("drops one of many that have finished at no greater cost than the others") {
                let (outer, count) = (Emitter<Int>(), 20_000)
                let emitters = (0..<count).map { _ in Emitter<Int>() }
                var (sum, isOver) = (0, false)
                let subscription = outer.flatMap(.merge) { emitters[$0] }.observe(onFinish: { isOver = true }) {
                    sum += $0
                }
                for number in 0..<count { outer.send(number) }
                outer.finish()
                for (number, emitter) in emitters.enumerated() {
                    emitter.send(number)
                    emitter.finish()
                }
                subscription.cancel()
                expect(sum).to(equal(count * (count - 1) / 2))
                expect(isOver).to(beTrue())
            }
        }
    }
}
