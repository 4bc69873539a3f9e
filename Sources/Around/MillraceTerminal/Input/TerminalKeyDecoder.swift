/// Decodes the bytes that a terminal sends into keys: UTF-8, control characters and the escape sequences of xterm.
///
/// Bytes may arrive in any pieces; the keys do not depend on how they were cut. The escape key is the one exception,
/// because it sends the byte with which all sequences begin: a lone escape stays ``isPending`` until the caller, who
/// has a clock, decides that nothing follows and calls ``flush()``. An escape before an ASCII character is the alt key.
/// Modifiers of arrow keys and similar ones are ignored, except control and alt with left, right and delete, and so are
/// unknown sequences. Bytes that are not UTF-8 become U+FFFD.
struct TerminalKeyDecoder: Sendable {
    private enum State {
        case ground
        /// After ESC.
        case escape
        /// After ESC O.
        case single
        /// After ESC [, its parameters in the buffer.
        case sequence
        /// Within a character of this number of bytes, the first ones in the buffer.
        case character(length: Int)
        /// Within pasted text, which is in the buffer.
        case paste
    }

    private static let escape: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var state = State.ground
    private var buffer: [UInt8] = []
    private var keys: [TerminalKey] = []

    /// Whether there is an incomplete key, which ``flush()`` would complete. Pasted text has its own end mark.
    var isPending: Bool {
        switch state {
        case .ground, .paste: false
        case .escape, .single, .sequence, .character: true
        }
    }

    /// Returns the keys that these bytes complete. O(bytes).
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
        for byte in bytes { consume(byte) }
        return takeKeys()
    }

    /// Returns the pending key as far as it is known: a lone escape is the escape key, half a character is U+FFFD.
    mutating func flush() -> [TerminalKey] {
        switch state {
        case .ground, .paste: return []
        case .escape: keys.append(.escape)
        case .single: keys.append(.alt("O"))
        case .sequence:
            keys.append(.alt("["))
            emitBuffer()
        case .character: emitBuffer()
        }
        state = .ground
        return takeKeys()
    }

    private mutating func takeKeys() -> [TerminalKey] { exchange(&keys, with: []) }

    private mutating func consume(_ byte: UInt8) {
        switch state {
        case .ground: consumeFirst(byte)
        case .escape: consumeAfterEscape(byte)
        case .single: byte < 0x40 ? consumeFirst(byte) : finishSequence(byte)
        case .sequence: consumeInSequence(byte)
        case .character(let length): consumeInCharacter(byte, length: length)
        case .paste: consumeInPaste(byte)
        }
    }
}

// MARK: - Characters

extension TerminalKeyDecoder {
    private mutating func consumeFirst(_ byte: UInt8) {
        state = .ground
        buffer = []
        switch byte {
        case Self.escape: state = .escape
        case 0x08, 0x7F: keys.append(.backspace)
        case 0x09: keys.append(.tab)
        case 0x0D: keys.append(.enter)
        case 0x00: keys.append(.control(" "))
        case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x1C...0x1F: keys.append(.control(Character(Unicode.Scalar(byte + 0x40))))
        case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
        case 0xC2...0xF4:
            buffer = [byte]
            state = .character(length: (~byte).leadingZeroBitCount)  // as many ones as the character has bytes
        default: keys.append(.character("\u{FFFD}"))
        }
    }

    private mutating func consumeInCharacter(_ byte: UInt8, length: Int) {
        guard byte & 0xC0 == 0x80 else {
            emitBuffer()
            return consumeFirst(byte)
        }
        buffer.append(byte)
        guard buffer.count == length else { return }
        emitBuffer()
        state = .ground
    }

    private mutating func emitBuffer() {
        keys += String(decoding: buffer, as: UTF8.self).unicodeScalars.map { .character(Character($0)) }
        buffer = []
    }
}

// MARK: - Sequences

extension TerminalKeyDecoder {
    private mutating func consumeAfterEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence
        case UInt8(ascii: "O"): state = .single
        case Self.escape: keys.append(.escape)  // and the second one may begin a sequence
        case 0x00..<0x80:
            keys.append(.alt(Character(Unicode.Scalar(byte))))
            state = .ground
        default: consumeFirst(byte)
        }
    }

    private mutating func consumeInSequence(_ byte: UInt8) {
        switch byte {
        case 0x20...0x3F: buffer.append(byte)
        case 0x40...0x7E: finishSequence(byte)
        default: consumeFirst(byte)  // no sequence after all
        }
    }

    private mutating func finishSequence(_ final: UInt8) {
        let parameters = String(decoding: buffer, as: UTF8.self)
        let parameter = parameters.prefix { $0 != ";" }
        state = .ground
        buffer = []
        if final == UInt8(ascii: "~") {
            if parameter == "200" { state = .paste }
            if let key = Self.numbered[Int(parameter) ?? 0] { keys.append(Self.byWord(key, parameters)) }
        } else if parameters.first == "<" {
            if final == UInt8(ascii: "M") { reportMouse(parameters.dropFirst()) }
        } else if let key = Self.lettered[final] {
            keys.append(Self.byWord(key, parameters))
        }
    }

    /// Adds a mouse action, as xterm reports it in its mode 1006: button, column and row, from 1.
    private mutating func reportMouse(_ parameters: Substring) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return }
        let actions: [Int: TerminalMouse.Action] = [0: .press, 64: .scrollUp, 65: .scrollDown]
        guard let action = actions[numbers[0]] else { return }
        keys.append(.mouse(TerminalMouse(action, row: numbers[2] - 1, column: numbers[1] - 1)))
    }

    private mutating func consumeInPaste(_ byte: UInt8) {
        buffer.append(byte)
        guard byte == Self.pasteEnd.last, buffer.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] else { return }
        keys.append(.paste(String(decoding: buffer.dropLast(Self.pasteEnd.count), as: UTF8.self)))
        buffer = []
        state = .ground
    }

    /// Keys by the final letter of their sequence.
    private static let lettered: [UInt8: TerminalKey] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .backTab, UInt8(ascii: "M"): .enter,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
        UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    /// Returns the key for a key with control or alt, for which xterm's numbers are 5 and 3.
    private static func byWord(_ key: TerminalKey, _ parameters: String) -> TerminalKey {
        guard parameters.hasSuffix(";3") || parameters.hasSuffix(";5") else { return key }
        return switch key {
        case .left: .wordLeft
        case .right: .wordRight
        case .delete: .alt("d")
        default: key
        }
    }

    /// Keys by the number in their sequence, which ends with a tilde.
    private static let numbered: [Int: TerminalKey] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12),
    ]
}
