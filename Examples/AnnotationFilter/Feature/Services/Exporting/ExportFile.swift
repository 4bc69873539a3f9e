import Foundation
import MillraceTerminal

/// What visible annotations can be written as.
public enum ExportFormat: String, CaseIterable, Sendable {
    case csv
    case xfdf
}

/// Writes what is visible to a file, which must be new.
enum ExportFile {
    /// Why nothing was written, or not all.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes the file beside the caller. Where the task is cancelled meanwhile, nothing is written, and a
    /// `CancellationError` is thrown. Cost: O(annotations and the length of their texts), and reading the sheet's file
    /// again for XFDF.
    @concurrent
    static func write(_ state: AnnotationFilterState, as format: ExportFormat, to path: String) async throws {
        let place = (path as NSString).expandingTildeInPath
        let data: Data
        do {
            data = try Self.data(state, as: format)
        } catch {
            try Task.checkCancellation()
            throw error
        }
        try Task.checkCancellation()
        let file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            let reason = errno == EEXIST ? "is there already" : "cannot be written: \(WriteError(code: errno))"
            throw Problem(
                description: "\(path) \(reason). To fix: name a file that does not exist, in a folder that does."
            )
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do throws(WriteError) {
            try handle.writeAll(data)
        } catch {
            unlink(place)  // a part of it would be in the way of the next attempt
            throw Problem(description: "\(path) cannot be written: \(error). To fix: give it room, or another place.")
        }
        try handle.close()
    }

    private static func data(_ state: AnnotationFilterState, as format: ExportFormat) throws -> Data {
        switch format {
        case .csv:
            return Data(CSVExport.text(state.sheet, at: state.arranged, columns: state.arrangement.columns).utf8)
        case .xfdf:
            let kept = Set(state.visible.map { state.sheet.annotations[$0].id })
            return try XFDFExport.data(bytes(of: state.sheet), of: state.sheet, keeping: kept)
        }
    }

    /// The bytes that a sheet was read from, read again.
    private static func bytes(of sheet: Sheet) throws -> Data {
        guard sheet.names.isEmpty else {
            throw Problem(
                description:
                    "several sheets are open, and XFDF is one. To fix: open one alone, or write to a .csv file."
            )
        }
        guard !sheet.file.isEmpty else { throw Problem(description: "no file is open. To fix: open one before.") }
        let place = URL(filePath: (sheet.file as NSString).expandingTildeInPath).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular, let fingerprint = sheet.fingerprint else {
            throw Problem(
                description: """
                    \(sheet.file) cannot be read again, since it is no file. To fix: save it in a file and open that, \
                    or write to a .csv file.
                    """
            )
        }
        let data = try XFDFFileService().data(at: sheet.file)
        guard FileFingerprint(data) == fingerprint else {
            throw Problem(
                description: "\(sheet.file) has changed since it was opened. To fix: open it again, then write."
            )
        }
        return data
    }
}
