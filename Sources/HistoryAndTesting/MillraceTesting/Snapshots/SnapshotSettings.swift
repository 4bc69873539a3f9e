import Foundation

/// How a run records snapshots, from the environment.
package struct SnapshotSettings: Sendable {
    /// `MILLRACE_RECORD=1`: snapshots that differ are recorded again, and unused ones are removed.
    package var recordsAgain = false
    /// `MILLRACE_FORBID_RECORDING=1`, or `CI` if that is not set: no snapshot is recorded; a missing one fails.
    package var forbidsRecording = false
    /// `MILLRACE_SNAPSHOTS`: the folder for the snapshots, instead of beside the tests.
    package var folder: String?

    /// The settings of this process.
    package static let current = SnapshotSettings(ProcessInfo.processInfo.environment)

    package init(_ environment: [String: String]) {
        func text(_ name: String) -> String? { environment["MILLRACE_\(name)"].flatMap { $0.isEmpty ? nil : $0 } }
        func isOn(_ text: String?) -> Bool { !["", "0", "false"].contains(text ?? "") }

        recordsAgain = isOn(text("RECORD"))
        forbidsRecording = isOn(text("FORBID_RECORDING") ?? environment["CI"])
        folder = text("SNAPSHOTS")
    }
}
