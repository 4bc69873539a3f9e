import Foundation
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Schedulers in real time. These wait for what is to happen, never for a time.
final class SchedulerSpec: Spec {
    /// A plain class, which belongs to whoever makes it, and is told by the scheduler to whom that is.
    private final class Plain {
        let input = Emitter<Int>()
        private let subscriptions = SubscriptionBag()

        init(on scheduler: ActorScheduler, _ note: @escaping (String) -> Void) {
            func observe(_ name: String, _ signal: Signal<Int>) {
                signal.observe { note("\(name) \($0)") }.store(in: subscriptions)
            }
            let brief = Duration.milliseconds(1)
            observe("debounced", input.debounce(for: brief, on: scheduler))
            observe("throttled", input.throttle(for: brief, on: scheduler))
            observe("delayed", input.delay(for: brief, on: scheduler))
            observe("timed out", Emitter<Int>().timeout(after: brief, emitting: 0, on: scheduler))
            observe("ticked", Signal.interval(brief, on: scheduler).prefix(2))
            observe("mapped", input.map(.latest, on: scheduler) { $0 })
        }

        func use() {
            input.send(1)
            input.send(2)
        }

        static let whatItNotes: Set = [
            "debounced 2", "throttled 1", "throttled 2", "delayed 1", "delayed 2", "timed out 0", "ticked 0",
            "ticked 1",
            "mapped 2",
        ]
    }

    /// What is noted, from wherever, and somebody who waits for it.
    private final class Notes: Sendable {
        private let stream = AsyncStream<String>.makeStream()

        func note(_ text: String) { stream.continuation.yield(text) }

        /// The next notes, as they come.
        func next(_ count: Int) async -> [String] {
            var notes: [String] = []
            for await note in stream.stream {
                notes.append(note)
                if notes.count == count { break }
            }
            return notes
        }

        func all(of expected: Set<String>) async -> Set<String> { Set(await next(expected.count)) }
    }

    @MainActor private final class Screen {
        private let plain: Plain

        init(_ notes: Notes) {
            plain = Plain(on: .main) { text in
                MainActor.assertIsolated()
                notes.note(text)
            }
        }

        func use() { plain.use() }
    }

    private actor Feed {
        private var plain: Plain?
        private var lateSubscription: Subscription?

        func use(_ notes: Notes) {
            let plain = Plain(on: ActorScheduler(self)) { [unowned(unsafe) self] text in
                assertIsolated()
                notes.note(text)
            }
            self.plain = plain
            plain.use()
        }

        /// Makes something of the main actor.
        func makeScreen(_ notes: Notes) async -> Screen { await Screen(notes) }

        /// Plans work that notes when it is done, later than the actor lives.
        func plan(after delay: Duration, _ notes: Notes) {
            ActorScheduler(self).schedule(after: delay) { notes.note("never") }
        }

        /// Observes an interval for as long as it lives, with an observer that is counted.
        func tick(_ living: LivingCount, _ notes: Notes) {
            let tracked = living.instance()
            lateSubscription = Signal.interval(.milliseconds(1), on: ActorScheduler(self)).observe { _ in
                withExtendedLifetime(tracked) { notes.note("tick") }
            }
        }

        func order(_ notes: Notes) {
            let scheduler = ActorScheduler(self)
            scheduler.schedule(after: .milliseconds(40)) { notes.note("late") }
            scheduler.schedule(after: .milliseconds(1)) { notes.note("early") }
            scheduler.schedule(after: .zero) { notes.note("at once") }
            notes.note("first")
        }

        func cancel(_ notes: Notes) {
            let scheduler = ActorScheduler(self)
            for delay in [Duration.zero, .milliseconds(1)] {
                scheduler.schedule(after: delay) { notes.note("never") }.cancel()
            }
            scheduler.start { notes.note("never") }.cancel()
            scheduler.schedule(after: .milliseconds(20)) { notes.note("done") }
        }
    }

    @MainActor func testSpec() async {
        describe("an actor's scheduler, in real time,") {
            it("delivers on the main actor what belongs to a plain class that was made there") {
                let notes = Notes()
                let plain = keep(
                    Plain(on: .main) { text in
                        MainActor.assertIsolated()
                        notes.note(text)
                    }
                )
                plain.use()
                await expect { await notes.all(of: Plain.whatItNotes) }.to(equal(Plain.whatItNotes))
            }

            it("delivers on the main actor what belongs to a class of the main actor, whoever made that") {
                for isMadeHere in [true, false] {
                    let notes = Notes()
                    let screen = isMadeHere ? Screen(notes) : await Feed().makeScreen(notes)
                    screen.use()
                    await expect { await notes.all(of: Plain.whatItNotes) }.to(equal(Plain.whatItNotes))
                }
            }

            it("delivers on an actor what belongs to it") {
                let notes = Notes()
                let feed = keep(Feed())
                await feed.use(notes)
                await expect { await notes.all(of: Plain.whatItNotes) }.to(equal(Plain.whatItNotes))
            }

            it("does work in the order of its delays, and none before schedule has returned") {
                let notes = Notes()
                let feed = Feed()
                await feed.order(notes)
                await expect { await notes.next(4) }.to(equal(["first", "at once", "early", "late"]))
            }

            it("does nothing that was cancelled") {
                let notes = Notes()
                let feed = Feed()
                await feed.cancel(notes)
                await expect { await notes.next(1) }.to(equal(["done"]))
            }

            it("cancels on the main actor what is on the way there already") {
                let notes = Notes()
                var works: [ScheduledWork] = []
                for _ in 0..<200 {
                    works.append(ActorScheduler.main.schedule(after: .zero) { notes.note("never") })
                    works.append(ActorScheduler.main.start { notes.note("never") })
                }
                // By now some of it waits for the main actor, which is held here.
                while works.count < 2000 {
                    works.append(ActorScheduler.main.schedule(after: .microseconds(1)) { notes.note("never") })
                }
                for work in works { work.cancel() }
                for _ in 0..<100 { await Task.yield() }
                ActorScheduler.main.schedule(after: .milliseconds(20)) { notes.note("done") }
                await expect { await notes.next(1) }.to(equal(["done"]))
            }

            it("does not keep its actor for what that still has to do") {
                let notes = Notes()
                weak var gone: Feed?
                do {
                    let feed = Feed()
                    gone = feed
                    await feed.plan(after: .seconds(3600), notes)
                }
                let isGone = await eventually { gone == nil }
                expect(isGone).to(beTrue())
            }

            it("leaves nothing of an interval behind when its actor is gone") {
                let (notes, living) = (Notes(), LivingCount())
                do {
                    let feed = Feed()
                    await feed.tick(living, notes)
                    await expect { await notes.next(2) }.to(equal(["tick", "tick"]))
                }
                await expect { await eventually { living.count == 0 } }.to(beTrue())
            }

            it("leaves nothing of a timer behind when its observer has gone") {
                let living = LivingCount()
                Signal.timer(after: .seconds(3600), on: .main).observe(living.watching { _ in }).cancel()
                await expect { await eventually { living.count == 0 } }.to(beTrue())
            }

            it("posts from any thread") {
                let notes = Notes()
                Thread { ActorScheduler.main.post { notes.note(Thread.isMainThread ? "main" : "elsewhere") } }.start()
                await expect { await notes.next(1) }.to(equal(["main"]))
            }

            it("has a time that never goes back, and is the same for all of them") {
                let first = ActorScheduler.main.now
                let second = ActorScheduler(Feed()).now
                let third = ActorScheduler.main.now
                expect([.zero, first, second, third]).to(equal([.zero, first, second, third].sorted()))
            }

            it("waits as good as for ever where it is to wait longer than the clock can count") {
                let emitter = Emitter<Int>()
                let notes = Notes()
                let longest = Duration.seconds(Int64.max)
                let subscriptions = [
                    emitter.debounce(for: longest, on: .main), emitter.delay(for: longest, on: .main),
                    Emitter().timeout(after: longest, emitting: 0, on: .main), .interval(longest, on: .main),
                ].map { $0.observe { _ in notes.note("rang") } }
                emitter.send(1)
                let sleep = Task { try await ActorScheduler.main.sleep(for: longest) }
                // Another timer has run out meanwhile.
                try? await ActorScheduler.main.sleep(for: .milliseconds(1))
                notes.note("waited")
                await expect { await notes.next(1) }.to(equal(["waited"]))
                sleep.cancel()
                await expect { try await sleep.value }.to(throwError(CancellationError.self))
                for subscription in subscriptions { subscription.cancel() }
            }

            it("ends its sleep at once when the task is cancelled") {
                let task = Task { try await ActorScheduler.main.sleep(for: .seconds(3600)) }
                task.cancel()
                await expect { try await task.value }.to(throwError(CancellationError.self))
            }
        }
    }
}
