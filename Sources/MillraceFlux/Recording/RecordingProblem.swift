/// What can be wrong with a recording.
public enum RecordingProblem: Error, CustomStringConvertible {
    /// The first line is none of a recording's.
    case noHeader
    /// The format is a newer one.
    case unknownVersion(Int)
    /// The type of an action is not among the ``ActionTypes``.
    case unknownType(action: String)
    /// An action was not recorded.
    case notRecorded(action: String)
    /// What stands there is no action of its type; or cannot be written down.
    case unreadable(action: String, reason: String)
    /// The first states cannot be encoded, and are not in the header.
    case stateNotRecorded(reason: String)
    /// The output took no more. What was to be written is kept, and tried again with the next action.
    case notWritten(reason: String)

    /// What happened, and how to mend it.
    public var description: String {
        switch self {
        case .noHeader:
            "ActionRecording: the file does not begin as a recording does. To fix: use one that ActionRecorder wrote."
        case .unknownVersion(let version):
            """
            ActionRecording: the file has version \(version) of the format, known is \(RecordedHeader.version). \
            To fix: replay it with the version of Millrace that wrote it.
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
            "ActionRecorder: the output failed: \(reason). To fix: give it room; what is missing is kept until then."
        }
    }
}
