/// Text in bytes, in which characters may be escaped: as JSON does it, addresses, forms or HTML, also one within the
/// other.
///
/// It is read in layers: the lowest has the bytes as they are, and each further one has those of the layer below with
/// its escapes resolved.
struct EscapedText {
    /// The unit at a place of a layer: a byte, or the bytes of one character that is escaped as a whole.
    private struct Unit {
        /// At most four bytes, the first one lowest.
        let bytes: UInt32
        let count: Int
        /// Where the next unit stands, in bytes of the text.
        let end: Int

        init(_ byte: UInt8, end: Int) { (bytes, count, self.end) = (UInt32(byte), 1, end) }

        init(_ scalar: Unicode.Scalar, end: Int) {
            var (bytes, count): (UInt32, Int) = (0, 0)
            for byte in String(scalar).utf8 { (bytes, count) = (bytes | UInt32(byte) << (8 * count), count + 1) }
            (self.bytes, self.count, self.end) = (bytes, count, end)
        }

        /// The byte, where there is only one.
        var byte: UInt8? { count == 1 ? UInt8(truncatingIfNeeded: bytes) : nil }

        subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> (8 * index)) }
    }

    /// The number of layers, and so how many escapes may be one within the other, plus one.
    static let layers = 4
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A byte as it is.
    subscript(place: Int) -> UInt8 { bytes[place] }

    /// Whether an escape may begin with a byte.
    static func beginsEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "+"): true
        default: false
        }
    }

    /// Where a text ends that stands at a place, as a layer shows it. Nil if it does not stand there.
    func end(of sought: [UInt8], at start: Int, layer: Int) -> Int? {
        var (place, index) = (start, 0)
        while index < sought.count {
            guard let unit = unit(at: place, layer), unit.count <= sought.count - index,
                (0..<unit.count).allSatisfy({ unit[$0] == sought[index + $0] })
            else { return nil }
            (place, index) = (unit.end, index + unit.count)
        }
        return place
    }

    /// The text of a layer as a whole.
    func resolved(_ layer: Int) -> [UInt8] {
        var (all, place): ([UInt8], Int) = ([], 0)
        while let unit = unit(at: place, layer) {
            all += (0..<unit.count).map { unit[$0] }
            place = unit.end
        }
        return all
    }

    // MARK: Layers

    private func unit(at place: Int, _ layer: Int) -> Unit? {
        if layer == 0 { return place < bytes.count ? Unit(bytes[place], end: place + 1) : nil }
        guard let unit = unit(at: place, layer - 1) else { return nil }
        let below = layer - 1
        return switch unit.byte {
        case UInt8(ascii: "%"): byte(at: unit.end, below) ?? unit
        case UInt8(ascii: "\\"): backslash(at: unit.end, below) ?? unit
        case UInt8(ascii: "&"): entity(at: unit.end, below) ?? unit
        case UInt8(ascii: "+"): Unit(UInt8(ascii: " "), end: unit.end)
        default: unit
        }
    }

    /// The unit behind a backslash, as in JSON and in most languages.
    private func backslash(at place: Int, _ layer: Int) -> Unit? {
        guard let letter = unit(at: place, layer) else { return nil }
        switch letter.byte {
        case UInt8(ascii: "u"): return codeUnits(at: letter.end, layer)
        case UInt8(ascii: "x"): return byte(at: letter.end, layer)
        case UInt8(ascii: "n"): return Unit(10, end: letter.end)
        case UInt8(ascii: "r"): return Unit(13, end: letter.end)
        case UInt8(ascii: "t"): return Unit(9, end: letter.end)
        case UInt8(ascii: "b"): return Unit(8, end: letter.end)
        case UInt8(ascii: "f"): return Unit(12, end: letter.end)
        default: return letter
        }
    }

    /// Four hexadecimal digits behind `\u`, or twice as many for a character that takes two code units.
    private func codeUnits(at place: Int, _ layer: Int) -> Unit? {
        guard let (first, end) = digits(at: place, layer, count: 4) else { return nil }
        if let scalar = Unicode.Scalar(first) { return Unit(scalar, end: end) }
        guard first < 0xDC00, let slash = unit(at: end, layer), slash.byte == UInt8(ascii: "\\"),
            let letter = unit(at: slash.end, layer), letter.byte == UInt8(ascii: "u"),
            let (second, end) = digits(at: letter.end, layer, count: 4), 0xDC00...0xDFFF ~= second,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { return nil }
        return Unit(scalar, end: end)
    }

    /// The unit behind an ampersand in HTML: a number, or one of the names that every escaping uses.
    private func entity(at place: Int, _ layer: Int) -> Unit? {
        var (text, place) = ("", place)
        while text.utf8.count < 8, let unit = unit(at: place, layer), let byte = unit.byte, byte < 0x80 {
            place = unit.end
            if byte == UInt8(ascii: ";") {
                return Self.character(named: text).map { Unit($0, end: place) }
            }
            let character = Character(Unicode.Scalar(byte))
            // Also so that a text of ampersands only takes no long time.
            guard character == "#" || character.isLetter || character.isNumber else { return nil }
            text.append(character)
        }
        return nil
    }

    private static func character(named name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            return UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
        }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) } }
        return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name]
    }

    /// Two hexadecimal digits, as a byte.
    private func byte(at place: Int, _ layer: Int) -> Unit? {
        digits(at: place, layer, count: 2).map { Unit(UInt8(truncatingIfNeeded: $0.value), end: $0.end) }
    }

    private func digits(at place: Int, _ layer: Int, count: Int) -> (value: UInt32, end: Int)? {
        var (value, place): (UInt32, Int) = (0, place)
        for _ in 0..<count {
            guard let unit = unit(at: place, layer), let byte = unit.byte, byte < 0x80,
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { return nil }
            (value, place) = (value << 4 | UInt32(digit), unit.end)
        }
        return (value, place)
    }
}
