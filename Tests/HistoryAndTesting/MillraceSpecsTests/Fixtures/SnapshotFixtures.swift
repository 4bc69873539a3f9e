import Foundation
import MillraceSpecs

extension Fixture {
    /// What it takes a picture of says the environment.
    static let picturing = Fixture("picturing") {
        let text = ProcessInfo.processInfo.environment["MILLRACE_PICTURE"] ?? "one\ntwo"
        describe("a picture") {
            it("is taken") { expect(text).to(matchSnapshot()) }  // mark: picture
            it("has a name") {
                expect(text).to(matchSnapshot("First"))
                expectSnapshot(of: text.count, named: "second") { "\($0) characters" }
            }
        }
    }

    /// As `picturing`, when an example was taken out, one is pending, one fails and one is left out.
    static let picturingLess = Fixture("picturingLess") {
        describe("a picture") {
            xit("is taken") {}
            it("has another name") { fail("before it is taken") }
            it("has a name") { expect("one\ntwo").to(matchSnapshot("First")) }
        }
    }

    static let wrongPicture = Fixture("wrongPicture") {
        it("takes two without a name") {
            expect(1).to(matchSnapshot())
            expect(2).to(matchSnapshot())  // mark: second picture
        }
        it("takes one of nothing") {
            expect(nil as Int?).to(matchSnapshot("nil"))
            expect(nil as Int?).toNot(matchSnapshot("not nil"))
            func broken() throws -> Int { throw FixtureError() }
            expect { try broken() }.to(matchSnapshot("error"))
        }
        let matcher: Matcher<Int> = matchSnapshot()
        it("takes one made elsewhere") { expect(1).to(matcher) }
    }
}
