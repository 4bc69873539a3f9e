import MillraceSpecs
import XCTest

extension Fixture {
    /// The order that Quick's functional tests of `aroundEach` expect.
    static let around = Fixture("around") {
        beforeEach { say("before 0") }
        afterEach { say("after 0") }
        aroundEach { runExample in
            say("around 0 begins")
            runExample()
            say("around 0 ends")
        }
        beforeEach { say("before 1") }
        afterEach { say("after 1") }
        aroundEach { runExample in
            say("around 1 begins")
            await Task.yield()
            await runExample()
            say("around 1 ends")
        }
        beforeEach { say("before 2") }
        justBeforeEach { say("just before") }
        afterEach { say("after 2") }

        it("runs") { say("example") }
        context("inside") {
            beforeEach { say("inner before") }
            afterEach { say("inner after") }
            justBeforeEach { say("inner just before") }
            aroundEach { runExample in
                await Task.yield()
                say("inner around begins")
                await runExample()
                say("inner around ends")
            }
            it("runs too") {
                await Task.yield()
                say("inner example")
            }
        }
    }

    static let wrongAround = Fixture("wrongAround") {
        context("none") {
            aroundEach { _ in }  // mark: no call
            it("does not run") { say("none") }
        }
        context("two") {
            aroundEach { runExample in  // mark: two calls
                await runExample()
                await runExample()
            }
            it("runs once") { say("two") }
        }
        context("throws") {
            aroundEach { _ in throw FixtureError() }  // mark: throwing around
            afterEach { say("after") }
            it("does not run") { say("throws") }
        }
    }

    static let justBefore = Fixture("justBefore") {
        context("throws") {
            justBeforeEach { throw FixtureError() }  // mark: throwing justBefore
            afterEach { say("after") }
            context("inside") {
                beforeEach { say("before") }
                justBeforeEach { say("never") }
                it("does not run") { say("never") }
            }
        }
    }

    static let stopping = Fixture("stopping") {
        it("stops") {
            try stop()
            say("never")
        }
        context("a hook") {
            beforeEach { throw StopTest("not ready") }  // mark: stop in hook
            it("stops the example") { say("never") }
        }
    }

    private static func stop() throws {
        throw StopTest("no use")  // mark: stop
    }

    static let state = Fixture("state") {
        @TestState var number = makeNumber()
        @TestState var text: String?
        beforeEach { say("before \(number) \(text ?? "nil")") }
        afterEach { say("after \(number) \(text ?? "nil")") }
        it("changes it") {
            number += 10
            text = "set"
        }
        it("has it anew") {}
    }

    private static func makeNumber() -> Int {
        say("made")
        return 1
    }

    static let earlyState = Fixture("earlyState") {
        @TestState var number = 1
        it("never runs") {}
        say("\(number)")
    }

    static let throwingState = Fixture("throwingState") {
        @TestState var number = try broken()  // mark: throwing state
        it("does not run") { say("never \(number)") }
    }

    private static func broken() throws -> Int { throw FixtureError() }
}
