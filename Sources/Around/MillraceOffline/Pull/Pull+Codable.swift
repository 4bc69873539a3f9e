import MillraceBase
public import MillraceFlux

extension Pull: Irreversible {}

extension Pull: Codable {
    private enum CodingKeys: CodingKey { case name, token }

    /// Decodes the name and the token. Nothing is on its way.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(String.self, forKey: .name))
        token = try container.decodeIfPresent(News.Token.self, forKey: .token)
    }

    /// Encodes the name and the token.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(token, forKey: .token)
    }
}

extension Pull: CustomReflectable {
    /// A mirror of the token, and of where it stands, for digests, differences and debuggers.
    public var customMirror: Mirror {
        // Not how many sendings there were: an answer is outdated or not.
        Mirror(
            self,
            children: [
                "token": token as Any, "phase": phase.description, "failure": failure as Any,
                "hasAnswered": hasAnswered,
            ]
        )
    }
}

extension Pull: Resting {
    package var unfinished: String? { if case .asking = phase { "asking" } else { nil } }
}

extension Pull.Phase: CustomStringConvertible {
    var description: String {
        switch self {
        case .wanted: "wanted"
        case .asking(_, isWantedAgain: false): "asking"
        case .asking: "asking, and again"
        case .answered(let delay): delay.map { "answered, again after \($0)" } ?? "answered"
        case .pausing(isAskedFor: false): "pausing"
        case .pausing: "pausing, as asked for"
        case .idle: "idle"
        }
    }
}
