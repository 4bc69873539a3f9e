import Foundation
import MillraceSpecs

/// Specs of a run that two processes share.
extension Fixture {
    static let shared = Fixture("shared") { shareWork { _ in } }

    static let sharedFailing = Fixture("sharedFailing") { shareWork { isSecond in expect(isSecond).to(beFalse()) } }

    static let sharedTrapping = Fixture("sharedTrapping") { shareWork { isSecond in if isSecond { fatalError() } } }

    /// The variable with the folder in which the processes meet.
    static let meeting = "MILLRACE_FIXTURE_MEETING"

    /// Defines an example that goes on when both processes have one.
    private static func shareWork(_ body: @escaping @Sendable (_ isSecond: Bool) -> Void) {
        it("meets the other process") {
            let folder = ProcessInfo.processInfo.environment[meeting] ?? ""
            let process = "\(ProcessInfo.processInfo.processIdentifier)"
            _ = FileManager.default.createFile(atPath: "\(folder)/\(process)", contents: nil)
            var present: [String] = []
            for _ in 0..<3_000 where present.count < 2 {
                present = try FileManager.default.contentsOfDirectory(atPath: folder)
                if present.count < 2 { Thread.sleep(forTimeInterval: 0.01) }
            }
            expect(present).to(haveCount(2))
            body("\(getppid())" == present.first { $0 != process })
        }
        it("passes") {}
    }
}
