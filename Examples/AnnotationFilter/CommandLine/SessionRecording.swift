import AnnotationFilter
import Foundation
import Millrace
import MillraceHistory
import MillraceTerminal

/// The recording of the session that runs, from its first line to its last.
@MainActor
final class SessionRecording {
    private let file: FileHandle
    private let output: ProgramOutput
    private var recorder: ActionRecorder?
    private var isWhole = true

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - store: Whose actions are recorded.
    ///   - path: Where.
    ///   - sheets: The paths of the files that are open at first: none for the sample, nil where nothing is.
    ///   - output: Told what cannot be recorded.
    init(
        of store: AnnotationFilterStore,
        in path: String,
        showing sheets: [String]?,
        output: ProgramOutput
    ) throws(ProgramExit) {
        let file = try Self.newFile(path)
        (self.file, self.output) = (file, output)
        recorder = ActionRecorder(
            digesting: store,
            on: store.dispatcher,
            notes: SessionReplay.notes(of: sheets),
            to: { try file.writeAll($0) },
            onProblem: { [weak self] in self?.tell("\($0)") }
        )
    }

    /// A file that was not there: what stands in another would be lost. A device or a pipe, in which nothing stands,
    /// will do too.
    private static func newFile(_ path: String) throws(ProgramExit) -> FileHandle {
        var facts = stat()
        let isDevice = stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (isDevice ? 0 : O_EXCL), 0o666)
        if file >= 0 { return FileHandle(fileDescriptor: file, closeOnDealloc: true) }
        let problem =
            errno == EEXIST
            ? "is there already, and a recording would destroy it. To fix: name a file that does not exist."
            : "cannot be written: \(WriteError(code: errno)). To fix: name a file in a folder that can be."
        throw ProgramExit("\(path) \(problem)", exitCode: 73)
    }

    /// Writes the end. Returns whether all of the session is in the file.
    func finish() -> Bool {
        recorder?.finish()
        do {
            try file.close()
        } catch {
            tell("annotation-filter: the recording cannot be closed: \(error)")
        }
        return isWhole
    }

    private func tell(_ problem: String) {
        isWhole = false
        output.report(problem)
    }
}
