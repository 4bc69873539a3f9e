import MillraceSpecs
import TestSupport

extension Spec {
    /// Expects that `match` satisfies the matcher and `noMatch` does not, and that the failure ends in `message`.
    func check<Value>(
        _ matcher: Matcher<Value>,
        match: Value?,
        noMatch: Value?,
        _ message: String,
        line: UInt = #line
    ) {
        let found = messages {
            expect(match).to(matcher)
            expect(noMatch).toNot(matcher)
        }
        expect(line: line, found).to(equal([]))
        expect(line: line, messages { expect(noMatch).to(matcher) }).to(equal(["expected to \(message)"]))
        expect(line: line, messages { expect(match).toNot(matcher) }).to(haveCount(1))
    }

    /// Expects that nil fails the matcher both ways.
    func checkNil<Value>(_ matcher: Matcher<Value>, line: UInt = #line) {
        let found = messages {
            expect(nil as Value?).to(matcher)
            expect(nil as Value?).toNot(matcher)
        }
        expect(line: line, found).to(haveCount(2))
    }
}
