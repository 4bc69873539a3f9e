import Foundation
import Millrace
import MillraceSpecs
import Synchronization

@testable import AnnotationFilter

/// Sheets in files that are read and written when a world says so.
final class ExploredFiles: SheetService {
    private let outside: Outside
    private let contents: Mutex<[String: Data]>

    /// - Parameter contents: The annotations in the files, by their paths.
    init(in world: World, _ contents: [String: String]) {
        outside = world.outside
        self.contents = Mutex(contents.mapValues { Data(xfdf($0).utf8) })
    }

    /// The bytes of all files.
    var all: [String: Data] { contents.withLock { $0 } }

    /// Whether a text is in a file.
    func has(_ text: String, in path: String) -> Bool { all[path]?.range(of: Data(text.utf8)) != nil }

    /// Adds an annotation to a file, as another program does.
    func add(_ annotation: String, to path: String) {
        let text = String(decoding: all[path] ?? Data(), as: UTF8.self)
        let changed = text.replacing("</annots>", with: annotation + "</annots>")
        contents.withLock { $0[path] = Data(changed.utf8) }
    }

    /// What a spec hands to a runner of commands.
    var sheetFiles: SheetFiles {
        var files = SheetFiles()
        files.read = { [self] in try await read($0, asking: "read") }
        files.save = { [self] sheet, edits, _ in
            let full = FileProblem(description: "the disk is full")
            return try await outside.answer("save \(sheet.title)", failing: [full], isChange: true) {
                try save(sheet, edits)
            }
        }
        return files
    }

    func open(_ path: String) -> AsyncThrowingStream<SheetOpening, any Error> {
        let opening = Opening()
        return AsyncThrowingStream {
            if opening.hasBegun.exchange(true, ordering: .relaxed) { return nil }
            return .opened(try await self.read(path, asking: "open"))
        }
    }

    private final class Opening: Sendable { let hasBegun = Atomic(false) }

    private func read(_ path: String, asking what: String) async throws -> Sheet {
        let problem = SheetError.unreadable(file: path, reason: "permission denied")
        return try await outside.answer("\(what) \(Sheet.name(of: path))", failing: [problem]) {
            try XFDFReader.read(all[path] ?? Data(), file: path)
        }
    }

    private func save(_ sheet: Sheet, _ edits: SheetEdits) throws -> SheetSaving.Outcome {
        guard let origin = sheet.origin, let present = all[sheet.file] else { throw ScriptError.noFile }
        if present != origin.data { return .changed(try XFDFReader.read(present, file: sheet.file)) }
        let (bytes, saved) = try SheetSaving.contents(origin, edits, file: sheet.file)
        contents.withLock { $0[sheet.file] = bytes }
        return .saved(saved)
    }
}
