import Foundation

/// The snapshots of a spec or a suite: `__Snapshots__/<suite>/<test>.<name>.txt`, beside the file of the test.
package struct SnapshotFolder: Sendable {
    package let settings: SnapshotSettings
    private let suite: String

    /// - Parameter suite: The name of the spec or the suite.
    package init(of suite: String, settings: SnapshotSettings = .current) {
        self.suite = String(suite.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" })
        self.settings = settings
    }

    /// Returns the file for a snapshot of a test.
    ///
    /// - Parameters:
    ///   - sentence: The test, in words.
    ///   - name: The name of the snapshot among those of the test.
    ///   - source: The file of the test.
    package func file(for sentence: String, _ name: String?, beside source: String) -> URL {
        let parts = [fileStem(for: sentence)] + (name.map { [fileName(for: $0)] } ?? [])
        return url(beside: source).appendingPathComponent(parts.joined(separator: ".") + ".txt")
    }

    /// Returns the folder itself.
    package func url(beside source: String) -> URL {
        let place =
            settings.folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent("__Snapshots__")
        return place.appendingPathComponent(suite, isDirectory: true)
    }
}
