/// A failure of writing, reading or replaying a recording.
public enum RecordingError: Error, CustomStringConvertible {
    /// The first line is not the header of a recording.
    case noHeader
    /// The format has an older or a newer version.
    case unknownVersion(Int)
    /// A line is not the original one: it was changed, lost, duplicated or moved, or belongs to another recording. A
    /// recording that ends early is not damaged: see ``ActionRecording/isCutOff``.
    case damaged(line: Int, reason: String)
    /// No store of the dispatcher handles a type of this name.
    case unknownType(action: String)
    /// Stores handle several types of this name.
    case ambiguousType(action: String)
    /// An action was not recorded, since its type is not `Codable`.
    case notRecorded(action: String)
    /// An action cannot be decoded as its type, or cannot be encoded.
    case unreadable(action: String, reason: String)
    /// A state has no digest, because of a part of it. It is not compared in a replay, as long as that is so.
    case notDigested(store: String, reason: String)
    /// The output failed. The recording ends there.
    case notWritten(reason: String)

    /// The failure and how to fix it.
    public var description: String {
        switch self {
        case .noHeader:
            "ActionRecording: line 1 is not how a recording begins. To fix: use a file that ActionRecorder wrote, whole."
        case .unknownVersion(let version):
            """
            ActionRecording: the file has version \(version) of the format, known is \(RecordedHeader.version). \
            To fix: replay it with the version of Millrace that wrote it.
            """
        case .damaged(let line, let reason):
            """
            ActionRecording: line \(line) is not as it was written: \(reason). \
            To fix: use a copy that is whole, or only the lines before that one.
            """
        case .unknownType(let action):
            """
            ActionRecording: no store of the dispatcher handles a type called \(action). To fix: make the stores and \
            histories that were there; if the type was renamed, conform it to RecordedAction, with its former name.
            """
        case .ambiguousType(let action):
            """
            ActionRecording: the dispatcher's stores handle several types called \(action). To fix: conform one of them to \
            RecordedAction, with another name.
            """
        case .notRecorded(let action):
            "ActionRecorder: \(action) was not recorded. To fix: conform the type to Codable, and record again."
        case .unreadable(let action, let reason):
            "ActionRecording: \(action) is not to be read or written: \(reason). To fix: see to how the type is coded."
        case .notDigested(let store, let reason): "ActionRecorder: the state of \(store) has no digest: \(reason)"
        case .notWritten(let reason):
            "A recorder: the output failed, and the recording ends there: \(reason). To fix: give it room, and record again."
        }
    }
}
