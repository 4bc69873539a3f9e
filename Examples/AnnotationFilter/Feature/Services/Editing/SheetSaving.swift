import Foundation
import MillraceStorage

/// Saves the edits of a sheet in its file, or in a new one.
enum SheetSaving {
    /// What came of saving.
    enum Outcome: Sendable {
        /// The file has the edits now, and this sheet is what it holds.
        case saved(Sheet)
        /// Nothing was written: the file is not the one that was opened any more. This sheet is what it holds.
        case changed(Sheet)
    }

    /// Writes the edits that are shown to the sheet's own file.
    ///
    /// Beside the caller. The new file takes the place of the former one in one step, when it is on the medium; it has the
    /// same permissions. It is not written if the file is not the one that was opened.
    @concurrent
    static func save(_ sheet: Sheet, _ edits: SheetEdits, in place: SheetPlace) async throws -> Outcome {
        guard let path = place.file, let origin = sheet.origin else {
            throw FileProblem(description: "the sheet has no file of its own. To fix: name a new file to save it in.")
        }
        let former = FileFacts(path)
        let found = try XFDFFileService().data(at: path)
        if found != origin.data { return .changed(try XFDFReader.read(found, file: sheet.file)) }
        if access(path, W_OK) != 0 {
            throw FileProblem(description: "\(path.oneLine) cannot be written. To fix: permit it, or name a new file.")
        }
        let (bytes, saved) = try contents(origin, edits, file: sheet.file)
        try Task.checkCancellation()
        try writing(path) {
            let file = try AtomicFile(URL(fileURLWithPath: path), permissions: former?.permissions ?? 0o666)
            try file.write(bytes)
            // As late as can be: other programs do not ask whether they may write.
            guard FileFacts(path) == former else { throw CancellationError() }
            try file.commit()
            if let former { chmod(path, mode_t(former.permissions)) }
            try MillraceStorage.OpenFile.synchronizeFolder((path as NSString).deletingLastPathComponent)
        }
        return .saved(saved)
    }

    /// Writes the sheet with its edits to a new file, beside the caller. Returns the sheet that it holds.
    @concurrent
    static func save(_ sheet: Sheet, _ edits: SheetEdits, as path: String) async throws -> Sheet {
        guard let origin = sheet.origin else {
            throw FileProblem(description: "no file is open. To fix: open one before.")
        }
        let (bytes, saved) = try contents(origin, edits, file: path)
        try Task.checkCancellation()
        let place = (path as NSString).expandingTildeInPath
        try writing(path) {
            let file = try MillraceStorage.OpenFile(place, .new)
            do {
                try file.write(bytes, at: 0)
                try file.synchronize()
                try MillraceStorage.OpenFile.synchronizeFolder(
                    URL(fileURLWithPath: place).deletingLastPathComponent().path
                )
            } catch {
                // A part of it would be in the way of the next attempt.
                unlink(place)
                throw error
            }
        }
        return saved
    }

    /// The bytes with the edits, and the sheet that they are: what is written is read before.
    static func contents(_ origin: SheetOrigin, _ edits: SheetEdits, file: String) throws -> (Data, Sheet) {
        let bytes = try origin.data(with: edits)
        let sheet = try XFDFReader.read(bytes, file: file)
        let names = sheet.origin?.targets.names ?? []
        guard edits.shown.allSatisfy({ names.contains($0.id) }) else {
            throw FileProblem(description: "the edits cannot be added to \(file.oneLine). To fix: export it anew.")
        }
        return (bytes, sheet)
    }

    private static func writing(_ path: String, _ write: () throws -> Void) throws {
        do {
            try write()
        } catch let error as FileError where error.code == EEXIST {
            throw FileProblem(description: "\(path.oneLine) is there already. To fix: name a file that does not exist.")
        } catch let error as FileError {
            throw FileProblem(
                description: "\(path.oneLine) cannot be written: \(error.reason). "
                    + "To fix: give it room, or name a file in a folder that can be written."
            )
        } catch is CancellationError {
            throw FileProblem(description: "\(path.oneLine) changes at this moment. To fix: save again.")
        }
    }
}

/// What tells whether a file was written meanwhile, and who may use it.
private struct FileFacts: Equatable {
    let permissions: Int
    private let numbers: [Int]

    init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        permissions = Int(found.st_mode & 0o7777)
        #if canImport(Darwin)
        let time = found.st_mtimespec
        #else
        let time = found.st_mtim
        #endif
        numbers = [Int(found.st_ino), Int(found.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
    }
}
