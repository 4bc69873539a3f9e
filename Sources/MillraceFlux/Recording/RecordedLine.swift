import Foundation

// The lines of a recording: JSON objects, the header first, then one for each action.

/// The first line.
struct RecordedHeader: Codable {
    /// What this version writes, and reads.
    static let version = 1

    /// The version of the format.
    var millrace = Self.version

    /// What the app itself wants to find again.
    var notes: [String: String]

    /// The digests of the stores' first states, by the stores' names.
    var digests: [String: StateDigest]
}

/// What became of an action.
struct RecordedTurn {
    /// Counted from 1, without gaps.
    var turn: Int

    /// The name of the action's type.
    var action: String

    /// The store that it was addressed to, if it was.
    var addressee: String?

    /// The action; or why it is not there.
    var content: Result<any Action, RecordingProblem>

    /// Whether something was left out of the action.
    var isRedacted = false

    /// The digests of the states that it has changed, by the stores' names.
    var digests: [String: StateDigest]
}

extension RecordedTurn: CodableWithConfiguration {
    private enum Key: String, CodingKey { case turn, action, addressee, content, missing, redacted, digests }

    init(from decoder: any Decoder, configuration types: ActionTypes) throws {
        let container = try decoder.container(keyedBy: Key.self)
        turn = try container.decode(Int.self, forKey: .turn)
        action = try container.decode(String.self, forKey: .action)
        addressee = try container.decodeIfPresent(String.self, forKey: .addressee)
        digests = try container.decodeIfPresent([String: StateDigest].self, forKey: .digests) ?? [:]
        isRedacted = try container.decodeIfPresent(Bool.self, forKey: .redacted) ?? false
        content = .failure(.notRecorded(action: action))
        guard container.contains(.content) else { return }
        guard let known = types.known(action) else {
            content = .failure(.unknownType(action: action))
            return
        }
        do {
            content = .success(try known.decode(container.superDecoder(forKey: .content)))
        } catch {
            content = .failure(.unreadable(action: action, reason: "\(error)"))
        }
    }

    func encode(to encoder: any Encoder, configuration types: ActionTypes) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(turn, forKey: .turn)
        try container.encode(action, forKey: .action)
        try container.encodeIfPresent(addressee, forKey: .addressee)
        if !digests.isEmpty { try container.encode(digests, forKey: .digests) }
        if isRedacted { try container.encode(true, forKey: .redacted) }
        switch content {
        case .success(let action):
            try types.known(type(of: action))?.encode(action, container.superEncoder(forKey: .content))
        case .failure(let problem): try container.encode(problem.description, forKey: .missing)
        }
    }
}

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
        case .notWritten(let reason):
            "ActionRecorder: the output failed: \(reason). To fix: give it room; what is missing is kept until then."
        }
    }
}
