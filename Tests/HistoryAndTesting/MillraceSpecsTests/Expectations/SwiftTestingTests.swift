import MillraceSpecs
import Testing

/// That expectations also count in a test of Swift Testing, where XCTest would drop their failures in silence.
struct SwiftTestingTests {
    @Test func aFailedExpectationIsAnIssueOfTheTest() {
        withKnownIssue {
            expect(1).to(equal(2))
        } matching: { issue in
            issue.comments.map(\.rawValue) == ["expected to equal <2>, got <1>"]
                && issue.sourceLocation?.line == 8
        }
    }

    @Test func aMetExpectationIsNone() {
        expect(1).to(equal(1))
    }
}
