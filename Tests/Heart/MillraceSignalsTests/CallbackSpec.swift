import Foundation
import MillraceSignals
import MillraceSpecs
import TestSupport

final class CallbackSpec: Spec {
    /// An API that calls back: it keeps the callback until it is told to stop.
    private final class Sensor {
        var callbacks: [Int: (Int) -> Void] = [:]
        private var last = 0

        func start(_ callback: @escaping (Int) -> Void) -> Int {
            last += 1
            callbacks[last] = callback
            return last
        }

        func fire(_ value: Int) { callbacks.sorted { $0.key < $1.key }.forEach { $0.value(value) } }
    }

    func testSpec() {
        describe("A signal of a callback API") {
            var sensor = Sensor()
            var log: [String]!
            var signal: Signal<Int>!
            beforeEach {
                sensor = Sensor()
                log = []
                signal = Signal { [sensor] values in
                    log.append("start")
                    let token = sensor.start { $0 < 0 ? values.finish() : values.send($0) }
                    return {
                        log.append("stop")
                        sensor.callbacks[token] = nil
                    }
                }
            }

            func observe(_ name: String) -> Subscription {
                signal.observe(onFinish: { log.append("\(name)|") }) { log.append("\(name)\($0)") }
            }

            it("is not started while nobody observes") {
                sensor.fire(1)
                expect(log).to(beEmpty())
            }

            it("is started once for all observers, and torn down when the last is gone") {
                let (first, second) = (observe("a"), observe("b"))
                sensor.fire(1)
                first.cancel()
                sensor.fire(2)
                second.cancel()
                sensor.fire(3)
                expect(log).to(equal(["start", "a1", "b1", "b2", "stop"]))
            }

            it("is torn down once when it finishes, after its observers were told") {
                let first = observe("a")
                sensor.fire(-1)
                first.cancel()
                expect(log).to(equal(["start", "a|", "stop"]))
            }

            it("starts anew with the next first observer") {
                for number in 1...2 {
                    let subscription = observe("a")
                    sensor.fire(number)
                    subscription.cancel()
                }
                expect(log).to(equal(["start", "a1", "stop", "start", "a2", "stop"]))
            }

            it("starts anew also after it has finished") {
                _ = observe("a")
                log = []
                let first = observe("b")
                sensor.fire(-1)
                let second = observe("c")
                sensor.fire(5)
                first.cancel()
                second.cancel()
                expect(log).to(equal(["start", "b|", "stop", "start", "c5", "stop"]))
            }

            it("hears nothing of what an earlier start goes on to send") {
                var emitters: [Emitter<Int>] = []
                let signal = Signal<Int> { values in
                    emitters.append(values)
                    return {}
                }
                signal.observe { _ in }.cancel()
                let log = Recording(of: signal)
                emitters[0].send(1)
                emitters[0].finish()
                emitters[1].send(2)
                expect(log.values).to(equal([2]))
            }

            it("delivers what is sent while it starts when it has started, in order, the end last") {
                let signal = Signal<Int> { values in
                    values.send(1)
                    values.send(2)
                    values.finish()
                    log.append("started")
                    return { log.append("stop") }
                }
                _ = signal.observe(onFinish: { log.append("|") }) { log.append("\($0)") }
                expect(log).to(equal(["started", "1", "2", "|", "stop"]))
            }

            it("is torn down when its observer cancels in the midst of a delivery, at its end") {
                var subscription: Subscription?
                subscription = signal.observe { value in
                    log.append("a\(value)")
                    subscription?.cancel()
                    log.append("cancelled")
                }
                sensor.fire(1)
                expect(log).to(equal(["start", "a1", "cancelled", "stop"]))
            }

            it("is torn down when it is cancelled by what it sends while it starts") {
                let signal = Signal<Int> { values in
                    values.send(1)
                    return { log.append("stop") }
                }
                _ = signal.first().observe(onFinish: { log.append("|") }) { log.append("\($0)") }
                expect(log).to(equal(["1", "|", "stop"]))
            }

            it("may be observed anew by its tear-down") {
                /// What observes, and observes again when it is told to.
                final class Observer {
                    var subscription: Subscription?
                    var seen: [Int] = []

                    func observe(_ signal: Signal<Int>) { subscription = signal.observe { self.seen.append($0) } }
                }
                let (observer, reborn) = (Observer(), Observer())
                signal = Signal { [sensor] values in
                    let token = sensor.start { values.send($0) }
                    return {
                        sensor.callbacks[token] = nil
                        if token == 1 { reborn.observe(signal) }
                    }
                }
                observer.observe(signal)
                observer.subscription?.cancel()
                sensor.fire(1)
                expect(observer.seen).to(beEmpty())
                expect(reborn.seen).to(equal([1]))
                reborn.subscription?.cancel()
                sensor.fire(2)
                expect(reborn.seen).to(equal([1]))
            }

            it("is the inner signal of a flatMapLatest: torn down with the next value") {
                let outer = Emitter<Int>()
                let subscription = outer.flatMapLatest { [signal] number in signal!.map { $0 + number } }
                    .observe { log.append("\($0)") }
                outer.send(10)
                sensor.fire(1)
                outer.send(20)
                sensor.fire(1)
                subscription.cancel()
                expect(log).to(equal(["start", "11", "stop", "start", "21", "stop"]))
            }

            it("leaves nothing alive, in whatever order all is dropped") {
                for order in permutations(of: 3) {
                    expect { scene in
                        var sensor: Sensor? = Sensor()
                        var signal: Signal<Int>? = sensor.map { sensor in
                            Signal { [weak sensor, tracked = scene.instance()] values in
                                let token = sensor?.start { values.send($0 + tracked.number) }
                                return { withExtendedLifetime(tracked) { sensor?.callbacks[token ?? 0] = nil } }
                            }
                        }
                        var subscription = signal?.map(scene.watching { $0 }).observe { _ in }
                        sensor?.fire(1)
                        for step in order {
                            switch step {
                            case 0: release(&sensor)
                            case 1: release(&signal)
                            default: release(&subscription)
                            }
                        }
                    }.to(leakNothing(), description: "in the order \(order)")
                }
            }

            it("is torn down by the next value when the subscription was released on another thread") {
                let made = onSmallStack {
                    var log: [String] = []
                    var callback: ((Int) -> Void)?
                    let signal = Signal<Int> { values in
                        callback = { values.send($0) }
                        return { log.append("stop") }
                    }
                    let held = HandedOver(signal.observe { log.append("\($0)") })
                    callback?(1)
                    held.releaseElsewhere()
                    log.append("released")
                    callback?(2)
                    return log
                }
                expect(made).to(equal(["1", "released", "stop"]))
            }
        }
    }

    /// Hands what it holds to another thread, which releases it, and waits for that.
    private final class HandedOver<Value>: @unchecked Sendable {
        private var value: Value?

        init(_ value: Value) { self.value = value }

        func releaseElsewhere() {
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                self.value = nil
                done.signal()
            }
            done.wait()
        }
    }
}
