import Millrace
import MillraceHistory
import MillraceSpecs
import TestSupport

/// Law F7 is tried on each app that is explored: an app whose handler reads the clock is made wrong on purpose.
final class ClockedHandlerSpec: Spec {
    private struct Note: Action { let text: String }

    private struct Notes: Equatable {
        var texts: [String] = []

        /// When the last one was written, in nanoseconds since the machine was started.
        var time: Int64 = 0
    }

    /// - Parameter now: Returns the time by which a note is written.
    private static func exploreNotes(now: @escaping (TestScheduler) -> Int64) throws -> Exploration {
        try explore { world in
            let dispatcher = Dispatcher(on: world.scheduler)
            let scheduler = world.scheduler
            let notes = Store(Notes(), on: dispatcher, name: "notes") { store in
                store.on(Note.self) { state, action in
                    state.texts.append(action.text)
                    state.time = now(scheduler)
                }
            }
            world.may("write") { dispatcher.dispatch(Note(text: "a")) }
            world.may("write more") { dispatcher.dispatch(Note(text: "b")) }
            return Inspection(of: notes)
        }
    }

    func testSpec() {
        describe("a handler") {
            it("that reads the clock of the machine is found, with the step and the store (F7)") {
                let start = ContinuousClock.now
                var result: Exploration?
                let failures = try messages {
                    result = try Self.exploreNotes { _ in Int64(start.duration(to: .now) / .nanoseconds(1)) }
                }
                expect(failures).to(haveCount(1))
                expect(failures.first).to(
                    contain("the same choices gave two different runs", "notes", "time", "law F7")
                )
                expect(result?.runs ?? 0).to(beLessThan(10))
                expect(result?.story.count) == 1
            }

            it("that is given the time is not") {
                let result = try Self.exploreNotes { Int64($0.now / .nanoseconds(1)) }
                expect(result.isComplete).to(beTrue())
            }
        }
    }
}
