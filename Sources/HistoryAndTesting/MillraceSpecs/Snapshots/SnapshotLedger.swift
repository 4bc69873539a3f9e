import Foundation
import MillraceBase
import MillraceTesting

/// Notes which snapshots the examples of a spec have used in this run.
///
/// A spec's snapshots are beside the file of the example: see ``SnapshotFolder``.
package final class SnapshotLedger: Sendable {
    private let folder: SnapshotFolder
    private let asked = Locked<Set<String>>([])

    init(of specName: String) { folder = SnapshotFolder(of: specName) }

    /// Returns the snapshot of an example, or nil if it was used before: two values cannot share a file.
    func ask(for sentence: String, _ name: String?, beside source: String) -> Snapshot? {
        let file = folder.file(for: sentence, name, beside: source)
        let isNew = asked.withLock { $0.insert(file.path).inserted }
        return isNew ? Snapshot(file: file, settings: folder.settings) : nil
    }

    /// Looks for files that no example has used, after all have run, and returns the spec's issues: none, unless
    /// recording is forbidden. Otherwise the files are named in the log, or removed if snapshots are being recorded.
    ///
    /// - Parameters:
    ///   - sources: The files that contain the examples.
    ///   - sentences: The examples that did not run to their end, and may have more files than they used.
    func settle(beside sources: Set<String>, sparing sentences: () -> [String]) -> [SpecIssue] {
        stale(beside: sources, sparing: sentences).compactMap { file in
            if folder.settings.forbidsRecording {
                let message = "no example asks for this snapshot. To fix: delete it, or run with MILLRACE_RECORD=1."
                return SpecIssue(message, file: file.path, line: 1)
            }
            if folder.settings.recordsAgain, (try? FileManager.default.removeItem(at: file)) != nil {
                print("Removed \(file.snapshotName), for which no example asks.")
            } else {
                print("No example asks for \(file.snapshotName). To remove it: MILLRACE_RECORD=1")
            }
            return nil
        }
    }

    private func stale(beside sources: Set<String>, sparing sentences: () -> [String]) -> [URL] {
        let files = Set(sources.map(folder.url)).flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        }
        if files.isEmpty { return [] }
        let asked = asked.withLock { $0 }
        let spared = Set(sentences().map(fileStem))
        return files.filter { file in
            file.pathExtension == "txt" && !asked.contains(file.path)
                && !spared.contains(file.lastPathComponent.split(separator: ".").first.map(String.init) ?? "")
        }
        .sorted { $0.path < $1.path }
    }
}
