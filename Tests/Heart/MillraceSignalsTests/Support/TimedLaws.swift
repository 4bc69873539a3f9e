import MillraceSignals
import MillraceSpecs
import TestSupport

/// The same cases for every operator that takes time.
func itKeepsTheLawsOfTime(_ operators: TimedCase...) {
    for tested in operators {
        context(tested.name) {
            for (title, source, result) in tested.lines {
                it("does what is drawn: \(title)") {
                    let scheduler = TestScheduler()
                    let signal = tested.build(scheduler.signal(source, Mark.table), scheduler)
                    expect(signal, on: scheduler).to(emit(result, Mark.table))
                }
            }

            it("does the same at any other time") {
                for (_, source, result) in tested.lines {
                    let scheduler = TestScheduler(column: .seconds(7) / 700)
                    scheduler.advance(by: .seconds(1) / 3)
                    let signal = tested.build(scheduler.signal(source, Mark.table), scheduler)
                    expect(signal, on: scheduler).to(emit(result, Mark.table))
                }
            }

            var scene = TimedScene(tested)
            beforeEach { scene = TimedScene(tested) }

            /// What comes after two values, so and so long after the first.
            func expected(_ next: (TimedScene) -> Void = { _ in }) -> [String] {
                let scene = TimedScene(tested)
                let subscription = scene.observe()
                scene.makePending()
                scene.clearLog()
                next(scene)
                scene.pass(500)
                subscription?.cancel()
                return scene.log
            }

            it("cancelled while something is pending, emits nothing more, and leaves nothing behind") {
                let subscription = scene.observe()
                scene.makePending()
                scene.clearLog()
                subscription?.cancel()
                expect(scene.living.count).to(equal(0))
                expect(scene.isIdle).to(beTrue())
                expect(scene.log).to(beEmpty())
            }

            it("cancelled by its observer in a delivery, emits nothing more, and leaves nothing behind") {
                var (subscription, log): (Subscription?, [String]) = (nil, [])
                subscription = scene.observe { event in
                    log.append(event)
                    subscription?.cancel()
                }
                scene.makePending()
                scene.pass(500)
                subscription = nil
                expect(log).to(haveCount(1))
                expect(scene.living.count).to(equal(0))
                expect(scene.isIdle).to(beTrue())
            }

            it("shows an observer that comes later what the first one sees from then on") {
                var later: [String] = []
                let first = scene.observe()
                scene.makePending()
                let second = scene.observe { later.append("\($0)\(scene.scheduler.now / .milliseconds(1))") }
                scene.clearLog()
                scene.pass(100)
                scene.send("c")
                scene.pass(500)
                expect(later).to(equal(scene.log))
                expect(later).toNot(beEmpty())
                first?.cancel()
                second?.cancel()
                expect(scene.living.count).to(equal(0))
            }

            it("starts anew with each first observer") {
                func run() -> [String] {
                    let (start, subscription) = (scene.scheduler.now, scene.observe())
                    scene.clearLog()
                    var log: [String] = []
                    let timed = scene.observe { log.append("\($0)\((scene.scheduler.now - start) / .milliseconds(1))") }
                    scene.makePending()
                    scene.pass(7)
                    scene.send("c")
                    scene.pass(11)
                    scene.send("d")
                    subscription?.cancel()
                    timed?.cancel()
                    return log
                }
                let first = run()
                expect(run()).to(equal(first))
                scene.pass(3)
                expect(run()).to(equal(first))
            }

            it("starts again for an observer that leaves and observes within a delivery, as for one that does so later")
            {
                func log(_ again: @escaping (TimedScene, @escaping () -> Void) -> Void) -> [String] {
                    let scene = TimedScene(tested)
                    var subscription: Subscription?
                    func observe() {
                        subscription = scene.observe { event in
                            scene.note(event)
                            subscription?.cancel()
                            if event != "|" { again(scene, observe) }
                        }
                    }
                    observe()
                    scene.makePending()
                    scene.pass(500)
                    subscription = nil
                    return scene.log
                }
                expect(log { $1() }).to(
                    equal(log { scene, observe in scene.scheduler.schedule(after: .zero, observe) })
                )
            }

            it("shows all its observers the same order when one of them sends") {
                var (second, left) = ([String](), ["x", "y", "z"])
                let subscriptions = [
                    scene.observe { event in
                        scene.note(event)
                        if !left.isEmpty { scene.send(left.removeFirst()) }
                    },
                    scene.observe { second.append("\($0)\(scene.scheduler.now / .milliseconds(1))") },
                ]
                scene.makePending()
                for _ in 0..<10 { scene.pass(50) }
                expect(second).to(equal(scene.log))
                expect(second).toNot(beEmpty())
                subscriptions.forEach { $0?.cancel() }
                expect(scene.isIdle).to(beTrue())
            }

            it("emits what is pending when the source's emitter is released, and then is silent") {
                let subscription = scene.observe()
                scene.makePending()
                scene.clearLog()
                scene.emitter = nil
                scene.signal = nil
                scene.pass(500)
                expect(scene.log).to(equal(expected()))
                subscription?.cancel()
                expect(scene.living.count).to(equal(0))
            }

            it("leaves nothing behind when all is dropped while something is pending, an owner's observer too") {
                let owner = scene.living.instance()
                scene.signal?.observe(for: owner) { [tracked = scene.living.instance()] _, _ in
                    tracked.touch()
                }
                scene.makePending()
                expect(scene.living.count).to(beGreaterThan(1))
                scene.emitter = nil
                scene.signal = nil
                expect(scene.living.count).to(equal(1))
                expect(scene.isIdle).to(beTrue())
            }

            it("keeps itself when the source has finished, while something is pending") {
                let owner = scene.living.instance()
                scene.signal?.observe(for: owner) { _, mark in scene.note("\(mark.name)") }
                scene.makePending()
                scene.clearLog()
                scene.emitter?.finish()
                scene.emitter = nil
                scene.signal = nil
                scene.pass(500)
                expect(scene.log).to(equal(expected { $0.emitter?.finish() }.filter { !$0.hasPrefix("|") }))
                expect(scene.living.count).to(equal(1))
            }

            itBearsReleasesElsewhere { scene }
        }
    }
}

/// What is observed on the main thread may be released on another one, while something is pending.
private func itBearsReleasesElsewhere(_ scene: @escaping () -> TimedScene) {
    it("emits nothing more when the subscription was released on another thread, and lets go at its next use") {
        let scene = scene()
        var subscription = scene.observe()
        scene.makePending()
        scene.clearLog()
        releaseElsewhere(&subscription)
        scene.pass(100)
        scene.send("c")
        scene.pass(500)
        scene.send("d")
        scene.pass(500)
        expect(scene.log).to(beEmpty())
        expect(scene.living.count).to(equal(0))
        expect(scene.isIdle).to(beTrue())
    }

    it("is gone at once, with what is pending, when all of it was released on another thread") {
        let scene = scene()
        var all: [AnyObject?] = [scene.observe(), scene.emitter, scene.signal]
        scene.makePending()
        scene.clearLog()
        (scene.emitter, scene.signal) = (nil, nil)
        releaseElsewhere(&all)
        expect(scene.living.count).to(equal(0))
        expect(scene.isIdle).to(beTrue())
        expect(scene.log).to(beEmpty())
    }
}
