import Foundation
import Millrace

/// Where annotations come from: what the feature needs of the world, as one value.
struct AnnotationFiles: Sendable {
    var read: @Sendable (_ path: String) async throws -> Table<Annotation>
}

extension AnnotationFiles {
    /// JSON on the disk, read as slowly as over a bad network.
    static let onDisk = AnnotationFiles { path in
        try await Task.sleep(for: .seconds(2))
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return try JSONDecoder().decode(Table<Annotation>.self, from: data)
        } catch {
            throw FileProblem(description: "\(path): \(error.localizedDescription)")
        }
    }
}

/// Why a file could not be read, in words for the user.
struct FileProblem: Error, CustomStringConvertible { let description: String }
