import Foundation
import MillraceSpecs
import XCTest

extension Fixture {
    static let tree = Fixture("tree") {
        describe("a subject") {
            it("passes") {}
            context("in a situation") {
                it("fails") { expect("a\nb").to(equal("a\nc")) }  // mark: tree failure
                pending("waits")
            }
            context("in another") {
                it("passes") {}
            }
        }
        it("stands alone") { throw XCTSkip("not today") }
    }

    static let escapes = Fixture("escapes") {
        it("says <\"a\" & 'b'>") { fail("one\ntwo \u{1} <three>") }
        it("throws") { throw FixtureError() }
    }

    static let many = Fixture("many") {
        for group in 0..<3 {
            describe("\(group)") {
                for example in 0..<5 { it("\(example)") { say("\(group)\(example)") } }
            }
        }
    }

    static let hanging = Fixture("hanging") {
        it("passes before") {}
        it("hangs") { while true { Thread.sleep(forTimeInterval: 60) } }  // mark: hanging
    }

    static let hangingLater = Fixture("hangingLater") {
        it("hangs") { for await _ in AsyncStream<Void>.makeStream().stream {} }
    }

    static let slow = Fixture("slow") {
        it("is quick") {}
        it("is slow") { Thread.sleep(forTimeInterval: 0.05) }
        it("is slower") { Thread.sleep(forTimeInterval: 1) }
    }
}
