#if os(macOS) || os(Linux)
import MillraceBase
import MillraceTesting
import Testing

/// Where failures go that no spec takes.
struct ReportingTests {
    @Test func aFailureOfATestIsItsIssue() {
        withKnownIssue {
            record("it went wrong", at: CallSite("Folder/File.swift", 7))
        } matching: { issue in
            issue.comments.map(\.rawValue) == ["it went wrong"] && issue.sourceLocation?.line == 7
                && issue.sourceLocation?.fileName == "File.swift"
        }
    }

    @Test func aFailureThatBelongsToNoTestIsToldOnStandardError() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await Task.detached {
                withKnownIssue { recordIssue("it went wrong", at: CallSite("File.swift", 7)) }
            }.value
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("File.swift:7: error: it went wrong\n"))
        #expect(text.contains("belongs to no test, since none runs on this task. To fix: in Swift Testing, call "))
    }
}
#endif
