import Foundation
import Millrace
import MillraceHistory

/// A session that was recorded with `--record`, to be replayed.
public struct SessionReplay {
    /// Under which note a recording has the path of the file that was open at first; empty for the sample. Without the
    /// note nothing was.
    public static let fileNote = "file"

    private let recording: ActionRecording

    /// Reads a recording.
    public init(_ data: Data) throws(RecordingProblem) {
        recording = try ActionRecording(data, types: .annotationFilter)
    }

    /// The path of the file that was open at first: empty where that was the sample, nil where nothing was.
    public var file: String? { recording.notes[Self.fileNote] }

    /// Whether the recording's end is missing, as where the program died.
    public var isCutOff: Bool { recording.isCutOff }

    /// Replays the session on the sheet that was open at first, and says what came of it. Files that were opened
    /// meanwhile stand in the recording.
    public func run(showing sheet: Sheet, filters: some FilterService = IndexedFilterService()) -> ReplayOutcome {
        let dispatcher = Dispatcher()
        let store = AnnotationFilterStore(showing: sheet, on: dispatcher, filters: filters)
        _ = UndoHistory(of: store)
        return recording.replay(to: store, on: dispatcher)
    }
}
