import MillraceSignals
import MillraceSpecs
import TestSupport

final class InletSpec: Spec {
    func testSpec() {
        describe("an inlet") {
            var scheduler = TestScheduler()
            var log: [Int] = []

            beforeEach {
                scheduler = TestScheduler()
                log = []
            }

            it("delivers later, in order, where the emitter belongs") {
                let emitter = Emitter<Int>()
                let seen = Recording(of: emitter)
                let inlet = emitter.inlet(on: scheduler)
                for number in 1...3 { inlet.send(number) }
                expect(seen.values).to(beEmpty())
                scheduler.advance()
                expect(seen.values).to(equal([1, 2, 3]))
            }

            it("delivers what is sent meanwhile afterwards") {
                let emitter = Emitter<Int>()
                let inlet = emitter.inlet(on: scheduler)
                keep(
                    emitter.observe { number in
                        log.append(number)
                        if number < 3 { inlet.send(number + 1) }
                    }
                )
                inlet.send(1)
                scheduler.advance()
                expect(log).to(equal([1, 2, 3]))
            }

            it("delivers to whoever observes when the values arrive") {
                let emitter = Emitter<Int>()
                let inlet = emitter.inlet(on: scheduler)
                inlet.send(1)
                let seen = Recording(of: emitter)
                scheduler.advance()
                inlet.send(2)
                seen.cancel()
                scheduler.advance()
                expect(seen.values).to(equal([1]))
            }

            it("delivers nothing when the emitter is gone, and keeps nothing of it") {
                var emitter: Emitter<Int>? = Emitter()
                weak let observed = emitter
                keep(emitter?.observe { log.append($0) })
                let inlet = emitter?.inlet(on: scheduler)
                inlet?.send(1)
                emitter = nil
                expect(observed).to(beNil())
                scheduler.advance()
                expect(log).to(beEmpty())
            }

            it("stops in the midst of what waits when the emitter goes") {
                var emitter: Emitter<Int>? = Emitter()
                let inlet = emitter?.inlet(on: scheduler)
                keep(
                    emitter?.observe { number in
                        log.append(number)
                        if number == 2 { emitter = nil }
                    }
                )
                for number in 1...4 { inlet?.send(number) }
                scheduler.advance()
                expect(log).to(equal([1, 2]))
            }

            it("holds what waits, and nothing once it is delivered") {
                final class Thing: Sendable {}
                let emitter = Emitter<Thing>()
                let inlet = emitter.inlet(on: scheduler)
                var thing: Thing? = Thing()
                weak let sent = thing
                inlet.send(thing ?? Thing())
                thing = nil
                expect(sent).toNot(beNil())
                scheduler.advance()
                expect(sent).to(beNil())
            }

            it("sends nothing but that it happened") {
                let emitter = Emitter<Void>()
                let inlet = emitter.inlet(on: scheduler)
                let seen = Recording(of: emitter) { 0 }
                inlet.send()
                scheduler.advance()
                expect(seen.values).to(equal([0]))
            }
        }
    }
}
