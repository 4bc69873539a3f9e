import Foundation
import MillraceSpecs
import XCTest

struct FixtureError: Error {}

extension Fixture {
    static let passing = Fixture("passing") {
        describe("a subject") {
            it("does one thing") { expect(1).to(equal(1)) }
            context("in a situation") {
                it("does another") {}
            }
        }
        it("stands alone") {}
    }

    static let failing = Fixture("failing") {
        describe("a subject") {
            it("passes before") {}
            context("in a situation") {
                it("fails") {
                    expect(1).to(equal(2))  // mark: first
                    expect("a").toNot(equal("a"), description: "names")  // mark: second
                }
            }
            it("uses XCTest") { XCTAssertEqual(3, 4) }  // mark: XCTest
            it("unwraps") { _ = try XCTUnwrap(nil as Int?) }  // mark: unwrap
            it("awaits") {
                await Task.yield()
                expect(5).to(equal(6))  // mark: awaited
            }
            it("passes after") {}
        }
    }

    static let throwing = Fixture("throwing") {
        it("throws at once") { throw FixtureError() }  // mark: thrown
        it("throws later") {  // mark: thrown later
            await Task.yield()
            throw FixtureError()
        }
        it("passes after") {}
    }

    static let threads = Fixture("threads") {
        it("starts a task") {
            await Task { expect(1).to(equal(2)) }.value
        }
        it("starts many tasks") {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<100 { group.addTask { expect(number).to(equal(-1)) } }
            }
        }
        it("starts a thread") {
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                fail("off the task")
                isDone.signal()
            }
            isDone.wait()
        }
    }

    static let outliving = Fixture("outliving") {
        let mayGoOn = AsyncStream<Void>.makeStream()
        let hasFailed = AsyncStream<Void>.makeStream()
        it("leaves a task behind") {
            Task {
                for await _ in mayGoOn.stream { break }
                fail("too late")
                hasFailed.continuation.yield()
            }
        }
        it("runs when the task fails") {
            mayGoOn.continuation.yield()
            for await _ in hasFailed.stream { break }
        }
    }

    static let trapping = Fixture("trapping") {
        it("passes before") {}
        it("traps") { fatalError("on purpose") }
        it("never runs") {}
    }

    static let skipped = Fixture("skipped") {
        it("skips itself") { throw XCTSkip("not today") }
        it("skips later") {
            await Task.yield()
            throw XCTSkip("not tomorrow")
        }
        it("fails and then skips") {
            fail("first")
            throw XCTSkip("second")
        }
        pending("a plan")
        pending("a plan with a body") { say("body") }
        xit("an example") { say("body") }
        xit("an asynchronous example") { await Task.yield() }
        xdescribe("a group") {
            beforeEach { say("before") }
            afterEach { say("after") }
            it("is pending too") { say("body") }
            context("in a group") {
                it("is as well") { say("body") }
            }
        }
        xcontext("another group") {
            it("is pending too") { say("body") }
        }
    }

    static let fixtureLifetime = Fixture("fixtureLifetime") {
        final class Witness: Sendable {
            deinit { say("released on the main thread: \(Thread.isMainThread)") }
        }
        describe("a group") {
            var witness: Witness!
            beforeEach { witness = Witness() }
            it("uses it") { expect(witness).toNot(beNil()) }
            it("uses it later") {
                await Task.yield()
                expect(witness).toNot(beNil())
            }
        }
    }

    static let seed = Fixture("seed") {
        it("is the same twice") {
            say("\(Seed.current)")
            say("\(Seed.current)")
        }
    }

    /// XCTest's expectations: their host defines it.
    static let waiting = Fixture("waiting") {}

    /// Failures on the main actor: its host defines it, for the sake of its isolation.
    static let mainActor = Fixture("mainActor", host: "MainActorSpec") {}
}
