import AnnotationFilter
import Millrace
import MillraceHistory
import MillraceTerminal

/// The recording of the session that runs, from its first line to its last.
@MainActor
final class SessionRecording {
    private let file: RecordingFile
    private let output: ProgramOutput
    private var recorder: ActionRecorder?
    private var isWhole = true

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - store: Whose actions are recorded.
    ///   - file: Where.
    ///   - sheets: The paths of the files that are open at first: none for the sample, nil where nothing is.
    ///   - output: Told what cannot be recorded.
    init(of store: AnnotationFilterStore, in file: RecordingFile, showing sheets: [String]?, output: ProgramOutput) {
        self.file = file
        self.output = output
        recorder = ActionRecorder(
            of: .annotationFilter,
            digesting: store,
            on: store.dispatcher,
            notes: SessionReplay.notes(of: sheets),
            to: { try file.write($0) },
            onProblem: { [weak self] in self?.tell("\($0)") }
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
