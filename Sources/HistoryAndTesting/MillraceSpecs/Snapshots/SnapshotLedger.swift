import Foundation
import MillraceBase
import MillraceSignals

/// Notes which snapshots the examples of a spec have used in this run.
///
/// A spec's snapshots are beside the file of the example, in `__Snapshots__/<spec>/<example>.<name>.txt`.
package final class SnapshotLedger: Sendable {
    private let specName: String
    private let settings: RunSettings
    private let asked = Locked<Set<String>>([])

    /// - Parameter specName: The spec's folder.
    init(_ specName: String, settings: RunSettings = .current) {
        self.specName = String(specName.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" })
        self.settings = settings
    }

    /// Returns the snapshot of an example, or nil if it was used before: two values cannot share a file.
    func ask(for sentence: String, _ name: String?, beside source: String) -> Snapshot? {
        let parts = [fileStem(for: sentence)] + (name.map { [fileName(for: $0)] } ?? [])
        let file = folder(beside: source).appendingPathComponent(parts.joined(separator: ".") + ".txt")
        let isNew = asked.withLock { $0.insert(file.path).inserted }
        return isNew ? Snapshot(file: file, settings: settings) : nil
    }

    /// Looks for files that no example has used, after all have run, and returns the spec's issues: none, unless
    /// recording is forbidden. Otherwise the files are named in the log, or removed if snapshots are being recorded.
    ///
    /// - Parameters:
    ///   - sources: The files that contain the examples.
    ///   - sentences: The examples that did not run to their end, and may have more files than they used.
    func settle(beside sources: Set<String>, sparing sentences: () -> [String]) -> [SpecIssue] {
        stale(beside: sources, sparing: sentences).compactMap { file in
            if settings.forbidsRecording {
                let message = "no example asks for this snapshot. To fix: delete it, or run with MILLRACE_RECORD=1."
                return SpecIssue(message, file: file.path, line: 1)
            }
            if settings.recordsSnapshots, (try? FileManager.default.removeItem(at: file)) != nil {
                print("Removed \(file.snapshotName), for which no example asks.")
            } else {
                print("No example asks for \(file.snapshotName). To remove it: MILLRACE_RECORD=1")
            }
            return nil
        }
    }

    private func stale(beside sources: Set<String>, sparing sentences: () -> [String]) -> [URL] {
        let files = Set(sources.map(folder)).flatMap { folder in
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

    private func folder(beside source: String) -> URL {
        let place =
            settings.snapshotFolder.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent("__Snapshots__")
        return place.appendingPathComponent(specName, isDirectory: true)
    }
}
