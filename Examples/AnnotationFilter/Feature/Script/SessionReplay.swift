import Foundation
import Millrace
import MillraceHistory
import MillraceTerminal

/// A session that was recorded with `--record`, to be replayed.
public struct SessionReplay {
    /// Under which note a recording has the paths of the files that were open at first: none for the sample. Without the
    /// note nothing was.
    private static let filesNote = "files"

    /// The notes of the files that are open at first: none for the sample, nil where nothing is.
    public static func notes(of files: [String]?) -> [String: String] {
        files.map { [filesNote: $0.joined(separator: "\0")] } ?? [:]
    }

    private let recording: ActionRecording

    /// Reads a recording.
    public init(_ data: Data) throws(RecordingError) {
        recording = try ActionRecording(data)
    }

    /// The outcome of a replay as a message for the user.
    ///
    /// - Parameter sheet: The name of the sheet that was open at first.
    public static func text(of outcome: ReplayOutcome, sheet: String) -> String {
        switch outcome {
        case .same: "\(outcome)"
        case .different(turn: 0, _, _, _):
            "\(sheet.oneLine) is not as it was when the session was recorded. To fix: replay it with the file of that time."
        case .different(let turn, let action, _, _):
            "step \(turn), \(action), does not come out as it was recorded. To fix: replay it with the program that recorded it."
        case .stopped(let turn, _):
            "step \(turn) cannot be done again. To fix: replay it with the program that recorded it."
        }
    }

    /// A message for the user that says why a recording cannot be replayed.
    public static func reason(_ problem: RecordingError) -> String {
        switch problem {
        case .noHeader: "is no recording. To fix: use a file that --record wrote."
        case .unknownVersion: "was recorded by another version. To fix: replay it with the program that recorded it."
        case .damaged(let line, _):
            "is damaged: line \(line) is not as it was written. To fix: use a copy that is whole, or the lines before that one."
        case .unknownType(let action), .ambiguousType(let action), .notRecorded(let action), .unreadable(let action, _):
            "holds \(action), which this program does not know. To fix: replay it with the program that recorded it."
        case .notDigested, .notWritten: "cannot be replayed. To fix: record the session again."
        }
    }

    /// The paths of the files that were open at first: none for the sample, nil if no file was open.
    public var files: [String]? {
        recording.notes[Self.filesNote].map { $0.split(separator: "\0").map(String.init) }
    }

    /// Whether the end of the recording is missing, as after a crash.
    public var isCutOff: Bool { recording.isCutOff }

    /// Replays the session on the sheet that was open at first, and returns the outcome. Files that were opened during
    /// the session are in the recording.
    public func run(showing sheet: Sheet) -> ReplayOutcome {
        let dispatcher = Dispatcher()
        let store = AnnotationFilterStore(showing: sheet, on: dispatcher)
        _ = UndoHistory(of: store)
        return recording.replay(to: store, on: dispatcher)
    }
}
