import Foundation
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What actors have to do in real time: order, cancelling, many at a time.
final class ActorTimeSpec: Spec {
    /// What is noted, from wherever, and somebody who waits for it.
    private final class Notes: Sendable {
        private let stream = AsyncStream<Int>.makeStream()

        func note(_ number: Int) { stream.continuation.yield(number) }

        func next(_ count: Int) async -> [Int] {
            var notes: [Int] = []
            for await note in stream.stream {
                notes.append(note)
                if notes.count == count { break }
            }
            return notes
        }
    }

    private actor Feed {
        func plan(_ number: Int, after delay: Duration, _ notes: Notes) {
            ActorScheduler(self).schedule(after: delay) { notes.note(number) }
        }

        func begin(_ count: Int, _ notes: Notes) {
            for number in 0..<count { ActorScheduler(self).start { notes.note(number) } }
        }
    }

    @MainActor func testSpec() async {
        describe("what the main actor has to do in time") {
            it("is done in the order in which it was scheduled where there is no delay") {
                let notes = Notes()
                for number in 0..<100 { ActorScheduler.main.schedule(after: .zero) { notes.note(number) } }
                await expect { await notes.next(100) }.to(equal(Array(0..<100)))
            }

            it("is done in its time where it was planned after something later") {
                let notes = Notes()
                let later = ActorScheduler.main.schedule(after: .seconds(3600)) { notes.note(2) }
                ActorScheduler.main.schedule(after: .milliseconds(1)) { notes.note(1) }
                await expect { await notes.next(1) }.to(equal([1]))
                later.cancel()
            }

            it("is done in its time where all that came before was cancelled") {
                let notes = Notes()
                let works = (0..<1000).map { _ in
                    ActorScheduler.main.schedule(after: .milliseconds(1)) { notes.note(0) }
                }
                ActorScheduler.main.schedule(after: .milliseconds(2)) { notes.note(1) }
                for work in works { work.cancel() }
                await expect { await notes.next(1) }.to(equal([1]))
            }

            it("is let go soon when it is cancelled, on whichever thread that is") {
                let living = LivingCount()
                let works = (0..<1000).map { _ in
                    let tracked = living.instance()
                    return ActorScheduler.main.schedule(after: .seconds(3600)) { tracked.touch() }
                }
                for work in works.prefix(500) { work.cancel() }
                let rest = works.suffix(500)
                Thread { for work in rest { work.cancel() } }.start()
                await expect { await eventually { living.count == 0 } }.to(beTrue())
            }

            it("does not keep it from all else where each piece of work plans another") {
                let notes = Notes()
                var isOver = false
                func goOn() {
                    if !isOver { ActorScheduler.main.schedule(after: .zero) { goOn() } }
                }
                goOn()
                ActorScheduler.main.post { notes.note(1) }
                await expect { await notes.next(1) }.to(equal([1]))
                isOver = true
            }

            it("may plan more, and cancel what is to follow at once") {
                let notes = Notes()
                var second: ScheduledWork?
                ActorScheduler.main.schedule(after: .zero) {
                    second?.cancel()
                    ActorScheduler.main.schedule(after: .milliseconds(1)) { notes.note(3) }
                }
                second = ActorScheduler.main.schedule(after: .zero) { notes.note(2) }
                await expect { await notes.next(1) }.to(equal([3]))
            }
        }

        describe("what an actor has to do in time") {
            it("is done by that actor, however many there are and have been") {
                let notes = Notes()
                for round in 0..<10 {
                    var feeds: [Feed] = []
                    for number in 0..<50 {
                        let feed = Feed()
                        await feed.plan(number, after: .milliseconds(1), notes)
                        feeds.append(feed)
                    }
                    await expect { await notes.next(50).sorted() }
                        .to(equal(Array(0..<50)), description: "in round \(round)")
                    withExtendedLifetime(feeds) {}
                }
            }

            it("begins in the order in which it was started") {
                let (feed, notes) = (Feed(), Notes())
                await feed.begin(100, notes)
                await expect { await notes.next(100) }.to(equal(Array(0..<100)))
            }
        }

        describe("what sleeps") {
            it("wakes in its time, many at a time, while others are cancelled") {
                let notes = Notes()
                let cancelled = (0..<100).map { _ in Task { try await ActorScheduler.main.sleep(for: .seconds(3600)) } }
                for number in 0..<100 {
                    Task.detached {
                        try await ActorScheduler.main.sleep(for: .milliseconds(1))
                        notes.note(number)
                    }
                }
                for task in cancelled { task.cancel() }
                await expect { await notes.next(100).sorted() }.to(equal(Array(0..<100)))
                for task in cancelled { await expect { try await task.value }.to(throwError(CancellationError.self)) }
            }
        }
    }
}
