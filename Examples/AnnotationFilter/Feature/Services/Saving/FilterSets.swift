import Foundation
import MillraceTerminal

/// Filters, searches and dates that were saved under names, in a file of the user's.
public struct FilterSets: Sendable {
    private let url: URL

    /// The sets in a file; by default the user's own, `$XDG_CONFIG_HOME/annotation-filter/sets.json`.
    public init(_ url: URL? = nil) {
        let environment = ProcessInfo.processInfo.environment
        let home = FileManager.default.homeDirectoryForCurrentUser
        let config = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
        self.url = url ?? (config ?? home.appending(path: ".config")).appending(path: "annotation-filter/sets.json")
    }

    /// The names, in alphabetical order.
    public func names() throws -> [String] { try all().keys.sorted() }

    /// The query that was saved under a name.
    public func query(named name: String) throws -> FilterQuery {
        let sets = try all()
        if let query = sets[name] { return query }
        let known = sets.keys.sorted().map(\.oneLine).joined(separator: ", ")
        let fix = known.isEmpty ? "save it first" : "use one of \(known)"
        throw FileProblem(description: "nothing was saved as \"\(name.oneLine)\". To fix: \(fix).")
    }

    /// Saves a query under a name, and replaces the one saved before. The file is written atomically.
    public func save(_ query: FilterQuery, as name: String) throws {
        var sets = try all()
        sets[name] = query
        do {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(sets).write(to: url, options: .atomic)
        } catch {
            throw FileProblem(description: "\(url.path) cannot be written. To fix: make its folder one that can be.")
        }
    }

    private func all() throws -> [String: FilterQuery] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [:] }
        do {
            return try JSONDecoder().decode([String: FilterQuery].self, from: Data(contentsOf: url))
        } catch {
            throw FileProblem(description: "\(url.path) is not as it was written. To fix: mend it, or remove it.")
        }
    }
}
