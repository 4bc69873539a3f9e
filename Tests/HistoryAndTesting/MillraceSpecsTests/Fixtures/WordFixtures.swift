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
        aroundEach { example, runExample in
            say("around 1 begins \(example.name)")
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

    static let metadata = Fixture("metadata") {
        beforeEach { example in say("before \(example.index) \(example.name):\(example.line)") }
        afterEach { example in
            await Task.yield()
            say("after \(example.index) \(example.file.hasSuffix("WordFixtures.swift"))")
        }
        it("is the first") {}  // mark: first metadata
        xit("is pending") {}
        context("a group") { it("is the third") {} }  // mark: third metadata
    }

    static let stopping = Fixture("stopping") {
        it("stops") {
            try stop()
            say("never")
        }
        it("stops silently") {
            throw StopTest.silently
        }
        context("a hook") {
            beforeEach { throw StopTest("not ready") }  // mark: stop in hook
            it("stops the example") { say("never") }
        }
    }

    private static func stop() throws {
        throw StopTest("no use")  // mark: stop
    }

    static let suite = Fixture("suite") {
        afterSuite { say("after suite") }
        afterSuite {
            await Task.yield()
            say("after suite too")
        }
        pending("a plan")
        it("is first") { say("first") }
        context("a group") {
            beforeSuite { say("before suite") }
            beforeSuite {
                await Task.yield()
                expect(1).to(equal(2))  // mark: expect in beforeSuite
            }
            it("is last") { say("last") }
        }
        pending("another plan")
    }

    static let failingSuite = Fixture("failingSuite") {
        beforeSuite { throw FixtureError() }  // mark: beforeSuite
        beforeSuite { say("never") }
        afterSuite { throw FixtureError() }  // mark: afterSuite
        afterSuite { say("after suite") }
        it("is first") { say("never") }
        it("is second") { say("never") }
        it("is last") { say("never") }
    }

    static let pendingSuite = Fixture("pendingSuite") {
        beforeSuite { say("never") }
        afterSuite { say("never") }
        pending("a plan")
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

    static let sharing = Fixture("sharing") {
        sharedExamples("a number") { context in
            beforeEach { say("shared before") }
            it("is positive") { expect(context()["number"] as? Int).to(beGreaterThan(0)) }  // mark: shared it
        }
        sharedExamples("nothing") {
            it("passes") {}
            itBehavesLike("a number") { ["number": 1] }
        }
        describe("one") {
            var number = 0
            beforeEach { number = 1 }
            itBehavesLike("a number") { ["number": number] }
        }
        describe("none") { itBehavesLike("a number") { ["number": 0] } }
        describe("two") { itBehavesLike("nothing") }
        xitBehavesLike("nothing")
    }

    static let wrongSharing = Fixture("wrongSharing") {
        sharedExamples("a number") {}  // mark: first sharedExamples
        describe("a group") {
            sharedExamples("a number") { it("is a double") {} }  // mark: second sharedExamples
            sharedExamples("a word") {}
            itBehavesLike("a nubmer")  // mark: misspelt
        }
        itBehavesLike("a word")  // mark: out of reach
        it("holds shared examples") {
            sharedExamples("a number") {}  // mark: sharedExamples in it
            itBehavesLike("a number")  // mark: itBehavesLike in it
        }
    }
}
