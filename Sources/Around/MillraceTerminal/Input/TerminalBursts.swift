/// Recognises pasted text on terminals that do not mark it: more characters at once than anybody types, and those that
/// follow immediately.
///
/// Without this, each character would be a key, and a character after a line break might be a command.
struct TerminalBursts {
    /// The number of characters in one piece from which it counts as text. Repeated keys, over a slow line, stay far
    /// below.
    static let fewest = 64

    /// The longest time after which further keys belong to the text.
    static let delay = Duration.milliseconds(100)

    private var end: ContinuousClock.Instant?

    /// Returns keys that arrived in one piece, with pasted text as one key.
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
    /// The key as a part of a text.
    fileprivate var text: Character? {
        switch self {
        case .character(let character): character
        case .enter: "\n"
        case .tab: "\t"
        default: nil
        }
    }
}
