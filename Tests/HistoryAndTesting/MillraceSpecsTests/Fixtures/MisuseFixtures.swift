import MillraceSpecs
import XCTest

extension Fixture {
    static let misplaced = Fixture("misplaced") {
        it("holds an it") { it("is too deep") { say("too deep") } }  // mark: it in it
        it("holds a group") {
            describe("a group") { say("too deep") }  // mark: describe in it
        }
        it("holds a hook") {
            await Task.yield()
            beforeEach {}  // mark: beforeEach in it
        }
        context("a hook") {
            beforeEach {
                it("is too deep") {}  // mark: it in beforeEach
            }
            it("does not stop the example") { say("example") }
        }
    }

    static let late = Fixture("late") {
        let mayGoOn = AsyncStream<Void>.makeStream()
        let hasDefined = AsyncStream<Void>.makeStream()
        Task {
            for await _ in mayGoOn.stream { break }
            it("is too late") { say("too late") }  // mark: late it
            hasDefined.continuation.yield()
        }
        it("runs meanwhile") {
            mayGoOn.continuation.yield()
            for await _ in hasDefined.stream { break }
        }
    }

    static let empty = Fixture("empty") {}

    static let emptyGroup = Fixture("emptyGroup") {
        describe("a group") {}  // mark: empty group
    }

    static let throwingDefinition = Fixture("throwingDefinition") {
        it("is defined before") {}
        throw FixtureError()
    }

    static let failingDefinition = Fixture("failingDefinition") {
        describe("a group") {
            expect(1).to(equal(2))  // mark: expect in describe
            XCTAssertTrue(false)  // mark: XCTAssert in describe
            it("is an example") {}
        }
    }

    static let skippingDefinition = Fixture("skippingDefinition") {
        it("is defined before") { say("example") }
        throw XCTSkip("nothing here today")
    }
}
