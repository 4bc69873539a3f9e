/// The names by which a field, a key or a label is known to hold a secret.
struct HiddenNames {
    /// The parts that a name may contain, without case and separators.
    private var parts = [
        "password", "passwd", "passphrase", "passcode", "secret", "token", "authorization", "cookie", "credential",
        "apikey",
        "privatekey", "bearer",
    ]

    /// Words that are parts of others, and count only as a word of the name.
    private let words: Set<String> = ["pin", "pwd", "otp"]

    private var shown: Set<String> = []

    /// The former answers, since the same names come again and again.
    private let known = Known()

    private final class Known { var answers: [String: Bool] = [:] }

    mutating func hide(_ names: [String]) {
        parts += names.map(Self.squashed).filter { !$0.isEmpty }
        known.answers = [:]
    }

    mutating func show(_ names: [String]) {
        shown.formUnion(names.map(Self.squashed))
        known.answers = [:]
    }

    /// Whether a field of this name is left out.
    func contains(_ name: String) -> Bool {
        if let answer = known.answers[name] { return answer }
        let squashed = Self.squashed(name)
        let answer =
            !shown.contains(squashed)
            && (parts.contains { squashed.contains($0) } || Self.words(of: name).contains { words.contains($0) })
        // Keys of dictionaries can be anything.
        if known.answers.count > 10_000 { known.answers = [:] }
        known.answers[name] = answer
        return answer
    }

    private static func squashed(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The words of a name: `cardPIN_code` has three.
    private static func words(of name: String) -> [String] {
        var words: [String] = [], word = "", wasLower = false
        for character in name {
            guard character.isLetter else {
                words.append(word)
                (word, wasLower) = ("", false)
                continue
            }
            if character.isUppercase, wasLower {
                words.append(word)
                word = ""
            }
            word += character.lowercased()
            wasLower = !character.isUppercase
        }
        return words + [word]
    }
}

// MARK: - In texts

extension HiddenNames {
    /// Returns a text in which the value behind such a name is left out; nil if there is nothing to leave out.
    ///
    /// A name is followed by `=`, or by `:` and a space or a quotation mark. The hidden value goes to the next space or
    /// delimiter; to the end of the line for headers, whose values have spaces.
    func masked(_ text: String) -> String? {
        // As a rule there is neither.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else { return nil }
        let bytes = Array(text.utf8)
        var masked: [UInt8] = []
        var (index, isMasked) = (0, false)
        while index < bytes.count {
            let byte = bytes[index]
            masked.append(byte)
            index += 1
            guard byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") else { continue }
            if byte == UInt8(ascii: ":"), index < bytes.count, !" \"'".utf8.contains(bytes[index]) { continue }
            let name = Self.name(before: index - 1, in: bytes)
            guard !name.isEmpty, contains(name) else { continue }
            let goesOn = Self.squashed(name).contains("authorization") || Self.squashed(name).contains("cookie")
            let start = Self.skip(from: index, in: bytes) { " \"'=:".utf8.contains($0) }
            let opening = start > index ? bytes[start - 1] : 0
            let isQuoted = opening == UInt8(ascii: "\"") || opening == UInt8(ascii: "'")
            let delimiters = isQuoted ? [opening] : Array((goesOn ? "\"'<" : " \"'<&,;)]}").utf8)
            let end = Self.skip(from: start, in: bytes) { $0 >= 0x20 && !delimiters.contains($0) }
            guard end > start else { continue }
            masked += bytes[index..<start] + Array("•".utf8)
            (index, isMasked) = (end, true)
        }
        return isMasked ? String(decoding: masked, as: UTF8.self) : nil
    }

    private static func skip(from start: Int, in bytes: [UInt8], _ isSkipped: (UInt8) -> Bool) -> Int {
        var index = start
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
        return index
    }

    private static func name(before end: Int, in bytes: [UInt8]) -> String {
        var last = end
        while last > 0, " \"'".utf8.contains(bytes[last - 1]) { last -= 1 }
        var first = last
        while first > 0, last - first < 64 {
            let byte = bytes[first - 1]
            let isPart =
                byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "-")
            guard isPart else { break }
            first -= 1
        }
        return String(decoding: bytes[first..<last], as: UTF8.self)
    }
}
