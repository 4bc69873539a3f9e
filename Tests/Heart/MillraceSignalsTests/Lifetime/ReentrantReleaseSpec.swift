import MillraceSignals
import MillraceSpecs
import TestSupport

/// What must not bring the graph down: releases, cancellations and the like from where nobody expects them. Most of
/// this shows itself under the address sanitizer only.
final class ReentrantReleaseSpec: Spec {
    private final class Box<Object> {
        var object: Object?
        init(_ object: Object? = nil) { self.object = object }
    }

    func testSpec() {
        var bag = SubscriptionBag()
        beforeEach { bag = SubscriptionBag() }

        describe("S4 from within a delivery") {
            it("an observer may release the emitter that calls it, the signals below and all subscriptions") {
                for _ in 0..<2 {
                    let box = Box(Emitter<Int>())
                    let last = Box(box.object!.map { $0 }.scan(0, +).removeDuplicates())
                    var calls = 0
                    for _ in 0..<3 {
                        last.object!.observe { _ in
                            calls += 1
                            box.object = nil
                            last.object = nil
                            bag.cancelAll()
                        }.store(in: bag)
                    }
                    box.object?.send(1)
                    expect(calls).to(equal(1))
                }
            }

            it("an observer may release the variable that calls it, and what derives from it") {
                let box = Box(Variable(0))
                let derived = Box(box.object!.map { $0 + 1 }.select { $0 })
                box.object!.observe { value in
                    guard value == 1 else { return }
                    box.object = nil
                    derived.object = nil
                }.store(in: bag)
                var seen: [Int] = []
                derived.object!.observe { seen.append($0) }.store(in: bag)
                derived.object!.observe { if $0 == 2 { bag.cancelAll() } }.store(in: bag)
                box.object?.value = 1
                expect(seen).to(equal([1, 2]))
            }

            it("the observers of a held signal may release what holds it and what it is made of") {
                let emitter = Box(Emitter<Int>())
                let held = Box(emitter.object!.map { $0 }.hold(0))
                var seen: [Int] = []
                held.object!.map { $0 * 2 }.observe { value in
                    seen.append(value)
                    guard value == 2 else { return }
                    held.object = nil
                    emitter.object = nil
                    bag.cancelAll()
                }.store(in: bag)
                emitter.object?.send(1)
                expect(seen).to(equal([0, 2]))
            }

            it("an observer may finish what calls it, and release it") {
                let box = Box(Emitter<Int>())
                var log: [String] = []
                merge(box.object!, box.object!.prefix(1), box.object!.map { $0 * 10 }).observe(
                    onFinish: {
                        log.append("finished")
                        bag.cancelAll()
                    }
                ) { value in
                    log.append("\(value)")
                    box.object?.finish()
                    box.object = nil
                }.store(in: bag)
                box.object?.send(1)
                expect(log).to(equal(["1", "1", "10", "finished"]))
            }

            it("the end may release everything") {
                let box = Box(Emitter<Int>())
                var count = 0
                for _ in 0..<3 {
                    box.object!.map { $0 }.observe(
                        onFinish: {
                            count += 1
                            bag = SubscriptionBag()
                            box.object = nil
                        }
                    ) { _ in }.store(in: bag)
                }
                box.object?.finish()
                expect(count).to(equal(1))
            }
        }

        describe("S4 from the deinit of what closures capture") {
            it("another observer may be cancelled, a signal sent, a variable set") {
                let (emitter, variable) = (Emitter<Int>(), Variable(0))
                let log = Log()
                let other = emitter.observe { log("other \($0)") }
                log.observe(variable, as: "variable ")
                var farewell: OnDeinit? = OnDeinit {
                    other.cancel()
                    emitter.send(2)
                    variable.value += 1
                    log.observe(emitter, as: "late ")
                }
                var subscription: Subscription? = emitter.map { [farewell] value in
                    withExtendedLifetime(farewell) { value }
                }.observe { log("mine \($0)") }
                farewell = nil
                emitter.send(1)
                release(&subscription)
                emitter.send(3)
                expect(log.lines).to(equal(["variable 0", "other 1", "mine 1", "variable 1", "late 3"]))
            }

            it("the same from within a delivery of the signal that drops them") {
                let emitter = Emitter<Int>()
                let log = Log()
                let subscription = Box<Subscription>()
                let farewell = Box(
                    OnDeinit {
                        emitter.send(2)
                        log.observe(emitter, as: "late ")
                    }
                )
                subscription.object = emitter.map { [object = farewell.object] value in
                    withExtendedLifetime(object) { value }
                }.observe { value in
                    log("mine \(value)")
                    subscription.object = nil
                }
                farewell.object = nil
                emitter.send(1)
                emitter.send(3)
                expect(log.lines).to(equal(["mine 1", "late 3"]))
            }

            it("observables may be set, read, observed and left") {
                let (variable, other) = (Variable(0), Variable(0))
                let derived = Box(variable.map { $0 })
                let log = Log()
                log.observe(other, as: "other ")
                let farewell = Box(
                    OnDeinit {
                        other.value = derived.object?.value ?? -1
                        derived.object?.observe { log("late \($0)") }.store(in: bag)
                        variable.value = 5
                    }
                )
                let subscription = Box<Subscription>()
                subscription.object = derived.object!.map { [object = farewell.object] value in
                    withExtendedLifetime(object) { value }
                }.observe { value in
                    if value == 1 { subscription.object = nil }
                }
                farewell.object = nil
                variable.value = 1
                expect(log.lines).to(equal(["other 0", "other 1", "late 1", "late 5"]))
            }

            it("a variable may be set by the value that it leaves") {
                let count = Variable(0)
                let variable = Variable<OnDeinit?>(OnDeinit { count.value += 1 })
                let log = Recording(of: count)
                variable.observe { _ in }.store(in: bag)
                variable.value = OnDeinit { count.value += 10 }
                variable.value = nil
                expect(log.values).to(equal([0, 1, 11]))
            }
        }

        describe("S4 from the deinit of what a tracked observable drops") {
            it("others may be set, read, observed and left: where it drops what it has read") {
                for isObserved in [true, false] {
                    let (variable, other) = (Variable(0), Variable(0))
                    let sum = Observable { read in read(variable) + read(other) }
                    let log = Log()
                    log.observe(other, as: "other ")
                    let brief = Box(log.observe(sum, as: "brief "))
                    let tracked: Observable<Int> = Observable { read in
                        let number = read(variable)
                        let farewell = OnDeinit {
                            brief.object?.cancel()
                            brief.object = nil
                            other.value = sum.value + 10
                            sum.observe { log("late \($0)") }.cancel()
                        }
                        let sum = variable.map { value in
                            farewell.touch()
                            return value + number
                        }
                        return read(sum)
                    }
                    if isObserved { tracked.observe { log("tracked \($0)") }.store(in: bag) }
                    _ = tracked.value
                    log.clear()
                    variable.value = 1
                    expect(tracked.value).to(equal(2))
                    expect(log.lines).to(
                        equal(isObserved ? ["late 12", "tracked 2", "other 11"] : ["brief 1", "other 11", "late 12"])
                    )
                    bag.cancelAll()
                }
            }

            it("it may be read, set and left: where its value is replaced as it is read") {
                let (variable, other) = (Variable(0), Variable(0))
                let tracked = Box<Observable<OnDeinit>>()
                var seen: [Int] = []
                let number = Observable { read in read(variable) + read(other) }
                tracked.object = Observable { read in
                    let made = read(number)
                    return OnDeinit { [weak tracked] in
                        seen.append(made)
                        if made == 1 { other.value = 10 }
                        _ = tracked?.object?.value
                        if made == 12 { tracked?.object = nil }
                    }
                }
                for number in 0...3 {
                    variable.value = number
                    _ = tracked.object?.value
                }
                expect(seen).to(equal([0, 1, 2, 12, 13]))
                expect(tracked.object).to(beNil())
            }

            it("it may drop itself, and what it reads, while it computes") {
                for isObserved in [true, false] {
                    let living = LivingCount()
                    let (variable, kept) = (Box(Variable(0)), Box<Observable<Int>>())
                    let mapped = Box(variable.object!.map(living.watching { $0 * 2 }))
                    var ends = 0
                    let farewell = Box(OnDeinit { ends += (kept.object?.value ?? 0) + 1 })
                    kept.object = Observable(
                        living.watching {
                            [object = farewell.object, weak source = variable.object] (read: Reader) -> Int in
                            object?.touch()
                            guard let source, let chosen = mapped.object else { return -1 }
                            let number = read(source)
                            if number == 1 {
                                kept.object = nil
                                bag.cancelAll()
                                mapped.object = nil
                                variable.object = nil
                            }
                            return number + read(chosen)
                        }
                    )
                    farewell.object = nil
                    if isObserved { kept.object?.observe { _ in }.store(in: bag) }
                    expect(kept.object?.value).to(equal(0))
                    variable.object?.value = 1
                    if !isObserved { expect(kept.object?.value).to(equal(3)) }
                    expect(ends).to(equal(1))
                    expect(living.count).to(equal(0))
                    expect(variable.object).to(beNil())
                }
            }

            it("its dependents and its inputs may be dropped, where a turn drops what it read") {
                let (isOn, number) = (Variable(true), Variable(0))
                let log = Log()
                let below = Box<Observable<Int>>()
                let subscription = Box<Subscription>()
                let tracked: Observable<Int> = Observable { read in
                    if !read(isOn) { return -1 }
                    let farewell = OnDeinit {
                        if below.object == nil { return }
                        subscription.object = nil
                        below.object = nil
                        number.value += 1
                    }
                    let made = number.map { value in
                        farewell.touch()
                        return value
                    }
                    return read(made)
                }
                below.object = Observable { read in read(tracked) + read(number) }
                subscription.object = below.object?.observe { log("below \($0)") }
                log.observe(tracked, as: "tracked ")
                isOn.value = false
                number.value = 5
                isOn.value = true
                number.value = 6
                expect(log.lines).to(equal(["below 0", "tracked 0", "tracked -1", "tracked 5", "tracked 6"]))
                expect(below.object).to(beNil())
            }
        }

        describe("S4 from within a batch") {
            it("variables may be dropped whose dependents wait to be computed") {
                var variables: [Variable<Int>] = (0..<10).map { Variable($0) }
                let sum = Box(combine(variables.map { $0 }).map { $0.reduce(0, +) })
                let seen = Recording(of: sum.object!)
                batch {
                    for variable in variables { variable.value += 1 }
                    variables = []
                    sum.object = nil
                }
                expect(seen.values).to(equal([45, 55]))
            }

            it("observers may be cancelled whose observables wait to be computed, and others come") {
                let variable = Variable(0)
                let log = Log()
                let derived = Box(variable.map { $0 + 1 }.map { $0 + 1 })
                let first = log.observe(derived.object!, as: "a")
                batch {
                    variable.value = 1
                    first.cancel()
                    derived.object = nil
                }
                derived.object = variable.map { $0 * 10 }
                let second = log.observe(derived.object!, as: "b")
                batch {
                    variable.value = 2
                    second.cancel()
                    derived.object?.observe { log("c\($0)") }.store(in: bag)
                    variable.value = 3
                }
                expect(log.lines).to(equal(["a2", "b10", "c20", "c30"]))
            }

            it("a switch may be left and observed anew") {
                let (source, inner) = (Variable(0), Variable(0))
                let switched = source.flatMapLatest { source in inner.map { $0 + source } }
                var log: [Int] = []
                let first = switched.observe { log.append($0) }
                batch {
                    source.value = 10
                    inner.value = 1
                    first.cancel()
                    switched.observe { log.append($0) }.store(in: bag)
                    inner.value = 2
                }
                source.value = 20
                expect(log).to(equal([0, 11, 12, 22]))
            }
        }

        describe("S4 from within a computation") {
            it("observers of the observable that computes, and of others, may be cancelled") {
                let variable = Variable(0)
                let subscriptions = (0..<3).map { _ in Box<Subscription>() }
                let log = Log()
                let derived = variable.map { value in
                    if value == 1 { subscriptions.forEach { $0.object = nil } }
                    return value
                }
                let below = derived.map { $0 * 10 }
                subscriptions[0].object = derived.observe { log("a\($0)") }
                subscriptions[1].object = below.observe { log("b\($0)") }
                subscriptions[2].object = variable.observe { log("c\($0)") }
                log.clear()
                variable.value = 1
                expect(log.lines).to(beEmpty())
                expect(below.value).to(equal(10))
                log.observe(below, as: "d")
                variable.value = 2
                expect(log.lines).to(equal(["d10", "d20"]))
            }

            it("an observable may be observed and left that the same observer is about to need") {
                let variable = Variable(0)
                let first = variable.map { $0 + 1 }
                let second = variable.map { value in
                    if value == 0 { first.observe { _ in }.cancel() }
                    return value
                }
                let log = Recording(of: combine(first, second).map { $0 + $1 })
                variable.value = 1
                variable.value = 2
                expect(log.values).to(equal([1, 3, 5]))
            }

            it("a tracked observable may read what it has observed and left, and another reads as well") {
                let variable = Variable(0)
                let first = variable.map { $0 + 1 }.map { $0 }
                let tracked = Observable { read in
                    first.observe { _ in }.cancel()
                    return read(first)
                }
                let log = Recording(of: combine(first, tracked).map { $0 + $1 })
                variable.value = 1
                variable.value = 2
                expect(log.values).to(equal([2, 4, 6]))
            }

            it("a flatMapLatest may make, observe and drop what it likes") {
                let source = Variable(0)
                let switched = source.flatMapLatest { value -> Observable<Int> in
                    let made = Variable(value)
                    made.map { $0 }.observe { _ in }.cancel()
                    made.value += 1
                    return combine([made.map { $0 * 10 }, source, Variable(1000)]).map { $0.reduce(0, +) }
                }
                let log = Recording(of: switched)
                source.value = 1
                source.value = 2
                expect(log.values).to(equal([1010, 1021, 1032]))
            }
        }
    }
}
