import Foundation
import MillraceTerminal
import MillraceHistory

/// Where a sheet is, and where the edits of it are kept that are not saved.
struct SheetPlace {
    /// The file; nil where there is none to save it in: standard input, and the sample.
    let file: String?
    /// The folder of the edits.
    let folder: URL

    /// The place of a sheet; nil where several are open, or none.
    ///
    /// - Parameter state: The folder for what cannot be beside its sheet.
    init?(_ sheet: Sheet, state: URL) {
        guard let origin = sheet.origin, sheet.names.isEmpty, !sheet.file.isEmpty else { return nil }
        if sheet.file == "-" {
            file = nil
            folder = state.appending(path: "standard-input/\(StateDigest(of: origin.data)).edits")
        } else if sheet.file == XFDFFileService.samplePath {
            file = nil
            folder = state.appending(path: "sample.edits")
        } else {
            let path = Self.file(sheet.file)
            let url = URL(fileURLWithPath: path)
            file = path
            let name = ".\(url.lastPathComponent).edits"
            let beside = url.deletingLastPathComponent()
            let isThere = FileManager.default.fileExists(atPath: beside.appending(path: name).path)
            if isThere || FileManager.default.isWritableFile(atPath: beside.path) {
                folder = beside.appending(path: name)
            } else {
                folder = state.appending(path: "files\(beside.path)/\(name)")
            }
        }
    }

    /// The file that a path leads to, whatever links there are on the way.
    static func file(_ path: String) -> String {
        URL(fileURLWithPath: (path as NSString).expandingTildeInPath).resolvingSymlinksInPath().path
    }

    /// The user's folder for what cannot be beside its sheet, `$XDG_STATE_HOME/annotation-filter/edits`.
    static var state: URL {
        stateFolder(of: "annotation-filter/edits", environment: ProcessInfo.processInfo.environment)
    }
}
