/// A value about which something is expected: what `expect` returns.
///
/// A failure goes to the example that runs, also from tasks that the example starts. In a test of Swift Testing it is
/// an issue of that test, and in a plain test case, or on a thread of one's own, a failure of the present test case.
public struct Expectation<Value> {
    /// The value, which may be nil, or the error that was thrown in its place.
    let actual: Result<Value?, any Error>
    let location: SourcePlace

    init(_ actual: Result<Value?, any Error>, at location: SourcePlace) {
        self.actual = actual
        self.location = location
    }

    /// Expects that the value matches: `expect(name).to(equal("Ada"))`. If not, the example fails at the line of the
    /// `expect`, and goes on.
    ///
    /// - Parameters:
    ///   - matcher: What the value should be.
    ///   - description: Stands in front of the failure's message.
    public func to(_ matcher: Matcher<Value>, description: String? = nil) {
        check(matcher, .to, description)
    }

    /// Expects that the value does not match: `expect(name).toNot(beEmpty())`.
    ///
    /// A value on which the matcher cannot be judged, as nil with most matchers, fails here too.
    ///
    /// - Parameters:
    ///   - matcher: What the value should not be.
    ///   - description: Stands in front of the failure's message.
    public func toNot(_ matcher: Matcher<Value>, description: String? = nil) {
        check(matcher, .notTo, description)
    }

    /// Expects that the value does not match: another name for `toNot`.
    ///
    /// - Parameters:
    ///   - matcher: What the value should not be.
    ///   - description: Stands in front of the failure's message.
    public func notTo(_ matcher: Matcher<Value>, description: String? = nil) {
        check(matcher, .notTo, description)
    }

    private enum Verb: String {
        case to = "to"
        case notTo = "not to"
    }

    private func check(_ matcher: Matcher<Value>, _ verb: Verb, _ description: String?) {
        let verdict = matcher.judge(actual)
        switch (verdict.outcome, verb) {
        case (.match, .to), (.noMatch, .notTo): return
        default: break
        }
        let prefix = description.map { "\($0): " } ?? ""
        record("\(prefix)expected \(verb.rawValue) \(matcher.expectation()), \(verdict.finding())", at: location)
    }
}
