import Foundation
import Millrace

/// A session that was recorded with `--record`, to be replayed.
public struct SessionReplay {
    /// Under which note a recording has the path of the file that was open at first; empty for the sample.
    public static let fileNote = "file"

    private let recording: ActionRecording

    /// Reads a recording.
    public init(_ data: Data) throws(RecordingProblem) {
        recording = try ActionRecording(data, types: .annotationFilter)
    }

    /// The path of the file that was open at first; nil where that was the sample.
    public var file: String? { recording.notes[Self.fileNote].flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the recording ends in the midst of a line.
    public var isCutOff: Bool { recording.isCutOff }

    /// Replays the session on the sheet that was open at first, and says what came of it.
    public func run(
        showing sheet: Sheet,
        filters: some FilterService = IndexedFilterService(),
        sheets: some SheetService = XFDFFileService()
    ) -> ReplayOutcome {
        let dispatcher = Dispatcher()
        let store = AnnotationFilterStore(showing: sheet, on: dispatcher, filters: filters, sheets: sheets)
        _ = UndoHistory(of: store)
        return recording.replay(to: store, on: dispatcher)
    }
}
