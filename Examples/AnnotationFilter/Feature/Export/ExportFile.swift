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

    static func write(_ state: AnnotationFilterState, as format: ExportFormat, to path: String) throws {
        let place = (path as NSString).expandingTildeInPath
        let data = try data(state, as: format)
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
            guard state.sheet.names.isEmpty else {
                throw Problem(
                    description:
                        "several sheets are open, and XFDF is one. To fix: open one alone, or write to a .csv file."
                )
            }
            let files = XFDFFileService()
            let data = try files.data(at: state.sheet.file)
            return try XFDFExport.data(
                data,
                of: state.sheet,
                keeping: Set(state.visible.map { state.sheet.annotations[$0].id })
            )
        }
    }
}
