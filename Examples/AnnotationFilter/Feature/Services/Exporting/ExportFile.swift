import Foundation

/// What visible annotations can be written as.
public enum ExportFormat: String, CaseIterable, Sendable {
    case csv
    case xfdf
}

/// Writes what is visible to a file, which must be new.
enum ExportFile {
    /// Writes the file beside the caller. Where the task is cancelled meanwhile, nothing is written, and a
    /// `CancellationError` is thrown. Cost: O(annotations and the length of their texts), and parsing the sheet's file
    /// again for XFDF.
    @concurrent
    static func write(_ state: AnnotationFilterState, as format: ExportFormat, to path: String) async throws {
        let place = URL(filePath: (path as NSString).expandingTildeInPath)
        let data = Result { try Self.data(state, as: format) }
        try Task.checkCancellation()
        do {
            try data.get().write(to: place, options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            throw FileProblem(description: "\(path) is there already. To fix: name a file that does not exist.")
        } catch let error as CocoaError {
            // A part of it would be in the way of the next attempt.
            try? FileManager.default.removeItem(at: place)
            let reason = (error.underlying ?? error).localizedDescription
            throw FileProblem(
                description: "\(path) cannot be written: \(reason). To fix: give it room, or a folder that exists."
            )
        }
    }

    private static func data(_ state: AnnotationFilterState, as format: ExportFormat) throws -> Data {
        switch format {
        case .csv:
            return Data(CSVExport.text(state.sheet, at: state.arranged, columns: state.arrangement.columns).utf8)
        case .xfdf:
            guard let origin = state.sheet.origin else {
                let reason =
                    state.sheet.names.isEmpty
                    ? "no file is open. To fix: open one before."
                    : "several sheets are open, and XFDF is one. To fix: open one alone, or write to a .csv file."
                throw FileProblem(description: reason)
            }
            let annotations = state.sheet.annotations
            let kept = Set(state.visible.map { annotations[$0].id })
            return try XFDFExport.data(origin.data(with: state.edits), of: state.sheet, keeping: kept)
        }
    }
}

/// Why a file of the user's was not read or written, and how to mend it.
public struct FileProblem: Error, CustomStringConvertible {
    /// One line: what happened, and what to do.
    public let description: String
}
