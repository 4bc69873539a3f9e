import MillraceSpecs
import XCTest

extension Fixture {
    /// Defines hooks that say their names, around `define`.
    private static func hooks(_ name: String, around define: () -> Void) {
        beforeEach { say("\(name) before 1") }
        beforeEach { say("\(name) before 2") }
        define()
        afterEach { say("\(name) after 1") }
        afterEach { say("\(name) after 2") }
    }

    static let hooks = Fixture("hooks") {
        hooks("spec") {
            describe("outer") {
                hooks("outer") {
                    it("runs") { say("outer example") }
                    context("inner") {
                        hooks("inner") {
                            it("runs") { say("inner example") }
                        }
                    }
                    context("beside") {
                        beforeEach { say("beside before") }
                        it("runs") { say("beside example") }
                    }
                }
            }
        }
    }

    static let asynchronousHooks = Fixture("asynchronousHooks") {
        beforeEach { say("before") }
        beforeEach {
            await Task.yield()
            say("asynchronous before")
        }
        it("is synchronous") { say("example") }
        it("is asynchronous") {
            await Task.yield()
            say("asynchronous example")
        }
        afterEach {
            await Task.yield()
            say("asynchronous after")
        }
        afterEach { say("after") }
    }

    static let throwingBefore = Fixture("throwingBefore") {
        afterEach { say("spec after") }
        describe("outer") {
            beforeEach { say("outer before 1") }
            beforeEach { throw FixtureError() }  // mark: before
            beforeEach { say("outer before 3") }
            afterEach { say("outer after") }
            context("inner") {
                beforeEach { say("inner before") }
                it("never runs") { say("example") }
                afterEach { say("inner after") }
            }
        }
    }

    static let throwingAfter = Fixture("throwingAfter") {
        afterEach { say("spec after") }
        describe("outer") {
            afterEach { throw FixtureError() }  // mark: after
            afterEach { say("outer after 2") }
            it("runs") { say("example") }
        }
    }

    static let skippingBefore = Fixture("skippingBefore") {
        beforeEach { throw XCTSkip("not here") }
        afterEach { say("after") }
        it("never runs") { say("example") }
    }
}
