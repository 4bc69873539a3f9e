import Foundation
import MillraceBase

/// The texts that were left out somewhere, so that they are left out wherever they come again.
struct KnownSecrets {
    /// The mark in place of each.
    private var marks: [String: String] = [:]

    /// Those that are looked for within other texts: the latest, since each text is searched for each of them.
    private var searched: [(secret: [UInt8], mark: [UInt8])] = []

    /// The mark in place of those that are too short to be looked for.
    private var short: [String: String] = [:]

    /// How identities and keys were written, which they are from then on: a patch finds them by that.
    private var keys: [String: String] = [:]

    /// Notes a text that was left out. Short ones are parts of other words.
    mutating func learn(_ text: String) {
        guard text.utf8.count >= 4, marks[text] == nil else { return }
        let mark = "•\(marks.count + 1)"
        marks[text] = mark
        guard text.utf8.count >= 6 else { return }
        if searched.count == 32 { searched.removeFirst() }
        searched.append((Array(text.utf8), Array(mark.utf8)))
    }

    /// Whether none was found.
    var isEmpty: Bool { marks.isEmpty }

    /// The same secrets, of which no key has been written.
    var withoutKeys: KnownSecrets {
        var copy = self
        copy.keys = [:]
        return copy
    }

    /// Returns the mark in place of a secret, however short, where it is an identity or a key.
    mutating func mark(of secret: String) -> String {
        learn(secret)
        if let mark = marks[secret] ?? short[secret] { return mark }
        let mark = "•s\(short.count + 1)"
        short[secret] = mark
        return mark
    }

    /// Notes all texts in a value that was left out, up to a number.
    mutating func learn(in value: Any) { for text in texts(in: value) { learn(text) } }

    /// Notes the texts that a value has lost.
    mutating func learn(what value: Any, hasLostIn redacted: Any) {
        let kept = Set(texts(in: redacted))
        for text in texts(in: value) where !kept.contains(text) { learn(text) }
    }

    /// Returns a text without the secrets that are known.
    func shown(_ text: String) -> String {
        if marks.isEmpty { return text }
        if let mark = marks[text] { return mark }
        var text = text
        for (secret, mark) in searched { text = replaced(secret, in: text, by: mark) ?? text }
        return text
    }

    /// Returns an identity or a key as it is written, and always was.
    mutating func key(_ text: String) -> String {
        if let key = keys[text] { return key }
        let key = shown(text)
        keys[text] = key
        return key
    }
}

/// Returns a text with each occurrence of another one replaced; nil if there is none.
private func replaced(_ secret: [UInt8], in text: String, by mark: [UInt8]) -> String? {
    var text = text
    return text.withUTF8 { bytes -> String? in
        guard bytes.count >= secret.count, let first = secret.first else { return nil }
        var result: [UInt8]? = nil
        var start = 0, index = 0
        while index <= bytes.count - secret.count {
            guard bytes[index] == first, bytes[index..<index + secret.count].elementsEqual(secret) else {
                index += 1
                continue
            }
            result = (result ?? []) + bytes[start..<index] + mark
            index += secret.count
            start = index
        }
        return result.map { String(decoding: $0 + bytes[start...], as: UTF8.self) }
    }
}

/// Returns the texts and the longer whole numbers in a value, up to a number.
private func texts(in value: Any) -> [String] {
    var found: [String] = []
    var room = 1_000
    func look(at value: Any, _ depth: Int) {
        room -= 1
        guard room > 0, depth < 64 else { return }
        switch value {
        case let value as any SecretValue: return found.append(value.secretText)
        case let value as any StringProtocol: return found.append(String(value))
        case let value as any BinaryInteger: return found.append("\(value)")
        case let value as URL: return found.append(value.absoluteString)
        case let value as UUID: return found.append(value.uuidString)
        default: break
        }
        for child in Mirror(reflecting: value).children { look(at: child.value, depth + 1) }
    }
    look(at: value, 0)
    return found
}
