import Foundation

/// A recorded text and its file.
package struct Snapshot: Sendable {
    /// How a text compares with the recorded one, and the end of the message that says so.
    package enum Judgement {
        /// It is the same, or was recorded.
        case same(String)
        case different(String)
        /// There is nothing with which to compare it.
        case impossible(String)
    }

    package let file: URL
    let settings: SnapshotSettings

    package init(file: URL, settings: SnapshotSettings) { (self.file, self.settings) = (file, settings) }

    /// Compares a text with the recorded one. Records it if the settings allow this and there is none, or if it is to
    /// be recorded again.
    package func judge(_ text: String) -> Judgement {
        do {
            let recorded = try self.recorded
            if recorded == text { return .same("got the same") }
            if recorded == nil && settings.forbidsRecording {
                return .impossible(
                    "which is not there, and recording is forbidden (CI or MILLRACE_FORBID_RECORDING). "
                        + "To fix: run the test where it is not, and commit \(file.snapshotName)."
                )
            }
            if settings.forbidsRecording || recorded != nil && !settings.recordsAgain {
                return .different(finding(text, differingFrom: recorded ?? ""))
            }
            try record(text)
            print("Recorded \(file.snapshotName).")
            return .same("got what was recorded")
        } catch {
            return .impossible("whose file \(file.path) is of no use: \(error)")
        }
    }

    /// The recorded text, if any. Line ends are `\n`, whatever a version control system made of them.
    private var recorded: String? {
        get throws {
            guard FileManager.default.fileExists(atPath: file.path) else { return nil }
            let text = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: "\r\n", with: "\n")
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        }
    }

    private func record(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("\(text)\n".utf8).write(to: file, options: .atomic)
    }

    private func finding(_ text: String, differingFrom recorded: String) -> String {
        func lines(_ text: String) -> [String] { text.components(separatedBy: "\n") }
        return "got what differs (- recorded, + got):\n"
            + difference(expected: lines(recorded), actual: lines(text))
            + "\n(\(file.snapshotName); where the new one is right: MILLRACE_RECORD=1)"
    }
}

extension URL {
    /// The name of a snapshot's file in messages: from `__Snapshots__` on.
    package var snapshotName: String { pathComponents.suffix(3).joined(separator: "/") }
}
