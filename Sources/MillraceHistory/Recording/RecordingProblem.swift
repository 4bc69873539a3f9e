/// What can be wrong with a recording.
public enum RecordingProblem: Error, CustomStringConvertible {
    /// The first line is none of a recording's.
    case noHeader
    /// The format is an older or a newer one.
    case unknownVersion(Int)
    /// A line is not what was written there: it was changed, one is missing, or stands twice, or elsewhere, or is
    /// another recording's. What merely breaks off at the end of the file is no damage: see
    /// ``ActionRecording/isCutOff``.
    case damaged(line: Int, reason: String)
    /// The type of an action is not among the ``ActionTypes``.
    case unknownType(action: String)
    /// An action was not recorded.
    case notRecorded(action: String)
    /// What stands there is no action of its type; or cannot be written down.
    case unreadable(action: String, reason: String)
    /// The first states cannot be encoded, and are not in the header.
    case stateNotRecorded(reason: String)
    /// The output failed. The recording ends there.
    case notWritten(reason: String)

    /// What happened, and how to mend it.
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
            "ActionTypes: \(action) is not among them. To fix: add the type, under the name that it was recorded by."
        case .notRecorded(let action):
            "ActionRecorder: \(action) was not recorded. To fix: add its type to the ActionTypes, and record again."
        case .unreadable(let action, let reason):
            "ActionTypes: \(action) is not to be read or written: \(reason). To fix: see to how the type is coded."
        case .stateNotRecorded(let reason):
            "ActionRecorder: the first states are not recorded: \(reason). To fix: see to how their types are coded."
        case .notWritten(let reason):
            "ActionRecorder: the output failed, and the recording ends there: \(reason). To fix: give it room, and record again."
        }
    }
}
