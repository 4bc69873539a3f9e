import Millrace
import MillraceSpecs

/// A test scheduler with work that belongs to the main actor.
final class SettleSpec: Spec {
    @MainActor private final class Model {
        private(set) var log: [String] = []

        func load(_ name: String, on scheduler: TestScheduler) async {
            log.append("\(name) begins")
            await elsewhere()
            try? await scheduler.sleep(for: .milliseconds(10))
            log.append("\(name) is done at \(scheduler.now / .milliseconds(1))")
        }
    }

    @MainActor func testSpec() async {
        describe("settling") {
            it("waits for work of the main actor, as far as it goes without time passing") {
                let (scheduler, model) = (TestScheduler(), Model())
                scheduler.start { await model.load("a", on: scheduler) }
                scheduler.start { await model.load("b", on: scheduler) }
                await scheduler.settle()
                expect(model.log).to(equal(["a begins", "b begins"]))
                expect(scheduler.now).to(equal(.zero))
                scheduler.advance(by: .milliseconds(10))
                await scheduler.settle()
                expect(model.log).to(equal(["a begins", "b begins", "a is done at 10.0", "b is done at 10.0"]))
            }

            it("waits for what goes to the main actor and back again and again") {
                let scheduler = TestScheduler()
                var rounds = 0
                scheduler.start {
                    for _ in 0..<50 {
                        await elsewhere()
                        rounds += 1
                    }
                }
                await scheduler.settle()
                expect(rounds).to(equal(50))
            }

            it("returns where there is nothing to wait for") {
                let scheduler = TestScheduler()
                await scheduler.settle()
                expect(scheduler.now).to(equal(.zero))
            }
        }
    }
}

@concurrent private func elsewhere() async { await Task.yield() }
