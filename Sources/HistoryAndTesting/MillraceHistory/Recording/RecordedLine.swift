import Foundation
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

/// A recorded action and its results.
struct RecordedTurn {
    /// Counted from 1, without gaps.
    var turn: Int

    /// The name of the action's type.
    var action: String

    /// The store that it was addressed to, if it was.
    var addressee: String?

    /// The action, or the reason why it is missing.
    var content: Result<any Action, RecordingProblem>

    /// Whether something was left out of the action.
    var isRedacted = false

    /// The digests of the states that it has changed, by the names of the stores.
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

/// The last line of a recording that was finished.
struct RecordedEnd: Codable {
    /// The number of turns before it.
    var end: Int
}
