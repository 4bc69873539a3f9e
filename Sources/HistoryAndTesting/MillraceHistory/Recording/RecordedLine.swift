import Foundation
import MillraceBase
import MillraceFlux

// The lines of a recording: JSON objects, first the header, then one per action, and last the end. Each is written
// after its checksum: see RecordedChain.

/// The first line.
struct RecordedHeader: Codable {
    /// The version of the format that is written, and the only one that is read.
    static let version = 2

    /// The version of the format.
    var millrace = version

    /// The notes of the app.
    var notes: [String: String]

    /// The digests of the initial states, by the names of the stores.
    var digests: [String: StateDigest]
}

private enum TurnKey: String, CodingKey {
    case turn, action, type, addressee, made, content, mark, missing, redacted, digests
}

/// An action and its results, to be written.
struct RecordedTurn: Encodable {
    /// Counted from 1, without gaps.
    var turn: Int

    /// The name of the action's type.
    var action: String

    /// Where to find the type, if no store has handled the action.
    var type: String?

    /// The store that it was addressed to, if it was.
    var addressee: String?

    /// The members of families that were made before it, because somebody had asked for them.
    var made: [String]

    /// The action, or the reason why it is missing.
    var content: Result<any Encodable, RecordingError>

    /// The mark of the action's numbers that JSON does not have; nil if it has none of them.
    var mark: NumberMark?

    /// Whether something was left out of the action.
    var isRedacted: Bool

    /// The digests of the states that it has changed, by the names of the stores.
    var digests: [String: StateDigest]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TurnKey.self)
        try container.encode(turn, forKey: .turn)
        try container.encode(action, forKey: .action)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encodeIfPresent(addressee, forKey: .addressee)
        if !made.isEmpty { try container.encode(made, forKey: .made) }
        if !digests.isEmpty { try container.encode(digests, forKey: .digests) }
        try container.encodeIfPresent(mark?.length, forKey: .mark)
        switch content {
        case .success(let action): try action.encode(to: container.superEncoder(forKey: .content))
        case .failure(let problem): try container.encode(problem.description, forKey: .missing)
        }
        let hidesSecret = (encoder.userInfo[.secrets] as? Locked<Bool>)?.withLock { $0 } == true
        if isRedacted || hidesSecret { try container.encode(true, forKey: .redacted) }
    }
}

/// An action and its results, as they were read. The action itself is read when it is replayed, since the stores know
/// its type.
struct ReadTurn: Decodable {
    let turn: Int
    let action: String
    let type: String?
    let addressee: String?
    let made: [String]
    let isRedacted: Bool
    let digests: [String: StateDigest]
    private let hasContent: Bool
    private let mark: NumberMark?

    /// The line.
    var line = Data()

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TurnKey.self)
        turn = try container.decode(Int.self, forKey: .turn)
        action = try container.decode(String.self, forKey: .action)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        addressee = try container.decodeIfPresent(String.self, forKey: .addressee)
        made = try container.decodeIfPresent([String].self, forKey: .made) ?? []
        digests = try container.decodeIfPresent([String: StateDigest].self, forKey: .digests) ?? [:]
        isRedacted = try container.decodeIfPresent(Bool.self, forKey: .redacted) ?? false
        hasContent = container.contains(.content)
        mark = NumberMark(length: try container.decodeIfPresent(Int.self, forKey: .mark) ?? 0)
    }

    /// Reads the action.
    ///
    /// - Parameter types: The actions that the stores handle by now.
    /// - Returns: Nil if no store has handled the action, and nothing knows its type: then it changes no state.
    func content(_ types: RecordedTypes) throws(RecordingError) -> (any Action)? {
        guard hasContent else { throw .notRecorded(action: action) }
        guard let found = try types.type(called: action) ?? type.flatMap(UnhandledType.type) else {
            if type != nil { return nil }
            throw .unknownType(action: action)
        }
        guard let found = found as? any (Action & Codable).Type else { throw .notRecorded(action: action) }
        return try content(of: found)
    }

    private func content<ActionType: Action & Codable>(
        of type: ActionType.Type
    ) throws(RecordingError) -> any Action {
        do {
            return try JSONDecoder().decode(Content<ActionType>.self, from: line, mark).content
        } catch {
            throw .unreadable(action: action, reason: "\(error)")
        }
    }

    private struct Content<ActionType: Codable>: Decodable { let content: ActionType }
}

/// The last line of a recording that was finished.
struct RecordedEnd: Codable {
    /// The number of turns before it.
    var end: Int
}
