/// Finds text that was pasted on terminals that do not mark it: so many characters at once that nobody typed them, and
/// what follows them at once.
///
/// Without this, each character of it would be a key, and what stands behind a line break might be a command.
struct TerminalBursts {
    /// From how many characters in one piece on it is text. Keys that repeat, over a slow line, stay far below.
    static let fewest = 64

    /// How soon further keys belong to it.
    static let delay = Duration.milliseconds(100)

    private var end: ContinuousClock.Instant?

    /// The keys that came in one piece, with text that was pasted as one key.
    mutating func joining(_ keys: [TerminalKey], at time: ContinuousClock.Instant) -> [TerminalKey] {
        let follows = end.map { time - $0 <= Self.delay } ?? false
        guard follows || keys.count(where: { $0.text != nil }) >= Self.fewest else { return keys }
        end = time
        var result: [TerminalKey] = []
        var text = ""
        for key in keys {
            if let character = key.text {
                text.append(character)
            } else {
                if !text.isEmpty { result.append(.paste(text)) }
                text = ""
                result.append(key)
            }
        }
        return text.isEmpty ? result : result + [.paste(text)]
    }
}

extension TerminalKey {
    /// What the key is as part of a text.
    fileprivate var text: Character? {
        switch self {
        case .character(let character): character
        case .enter: "\n"
        case .tab: "\t"
        default: nil
        }
    }
}
