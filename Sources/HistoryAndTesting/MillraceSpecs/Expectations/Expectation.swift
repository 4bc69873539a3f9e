import MillraceBase

/// An expectation about a value, as `expect` returns it.
///
/// A failure belongs to the running example, also from tasks that the example starts. In a test of Swift Testing it is
/// an issue of that test; in a plain test case, or on a thread of your own, a failure of the current test case.
public struct Expectation<Value> {
    /// The value, which may be nil, or the error that was thrown instead.
    let actual: Result<Value?, any Error>
    let location: CallSite

    init(_ actual: Result<Value?, any Error>, at location: CallSite) {
        self.actual = actual
        self.location = location
    }

    /// Expects the value to match: `expect(name).to(equal("Ada"))`.
    ///
    /// If it does not, the example fails at the line of the `expect` and continues.
    ///
    /// - Parameters:
    ///   - matcher: The matcher that the value should satisfy.
    ///   - description: A prefix for the failure's message.
    public func to(_ matcher: Matcher<Value>, description: String? = nil) {
        check(matcher, .match, description)
    }

    /// Expects the value not to match: `expect(name).toNot(beEmpty())`.
    ///
    /// A value that the matcher cannot judge, such as nil with most matchers, fails here too.
    ///
    /// - Parameters:
    ///   - matcher: The matcher that the value should not satisfy.
    ///   - description: A prefix for the failure's message.
    public func toNot(_ matcher: Matcher<Value>, description: String? = nil) {
        check(matcher, .noMatch, description)
    }

    /// Expects the value not to match. Another name for `toNot`.
    ///
    /// - Parameters:
    ///   - matcher: The matcher that the value should not satisfy.
    ///   - description: A prefix for the failure's message.
    public func notTo(_ matcher: Matcher<Value>, description: String? = nil) {
        check(matcher, .noMatch, description)
    }

    private func check(_ matcher: Matcher<Value>, _ wanted: Verdict.Outcome, _ description: String?) {
        let verdict = matcher.judge(actual)
        if verdict.outcome == wanted { return }
        let (prefix, verb) = (description.map { "\($0): " } ?? "", wanted == .match ? "to" : "not to")
        record("\(prefix)expected \(verb) \(matcher.expectation()), \(verdict.finding())", at: location)
    }
}
