import AnnotationFilter
import Foundation
import Millrace
import MillraceHistory
import MillraceTerminal

/// The recording of the session that runs, from its first line to its last.
@MainActor
final class SessionRecording {
    private let file: NewFile
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
        let file = try NewFile(path, of: "a recording")
        (self.file, self.output) = (file, output)
        recorder = ActionRecorder(
            digesting: store,
            on: store.dispatcher,
            notes: SessionReplay.notes(of: sheets),
            to: file.write,
            onFailure: { [weak self] in self?.tell("\($0)") }
        )
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
