import Foundation

/// Looks at the tags of a document, piece by piece, for what Foundation's parser on Linux cannot take: elements with
/// very many attributes, since its time grows with the square of their number, and empty instructions.
struct XMLTagScanner {
    /// How many attributes an element may have.
    private static let mostAttributes = 1000

    private enum Place {
        case text
        /// Right behind a `<`.
        case opening
        case tag(quote: UInt8)
        /// In the name of an instruction, which begins with `<?`.
        case instruction
    }

    private var place = Place.text
    private var signs = 0
    /// Where the tag begins: in this piece, or before.
    private var start = (index: 0, before: SheetError.Position?.none)
    private var lines = LineCounter()

    /// Looks at the next piece, and puts a blank into each empty instruction, `<?name?>`, which ends the program
    /// otherwise. Returns where an element begins that has too many attributes.
    mutating func scan(_ piece: inout [UInt8]) -> SheetError.Position? {
        var empty: [Int] = []
        let isFine = piece.withUnsafeBytes { scan($0, &empty) }
        if !isFine { return start.before ?? lines.position(of: start.index, in: piece) }
        if case .text = place {
        } else if start.before == nil {
            start.before = lines.position(of: start.index, in: piece)
        }
        lines.skip(piece[...])
        for index in empty.reversed() { piece.insert(UInt8(ascii: " "), at: index) }
        return nil
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer, _ empty: inout [Int]) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        var index = 0
        while index < bytes.count {
            if case .text = place {
                guard let hit = memchr(base + index, Int32(UInt8(ascii: "<")), bytes.count - index) else { return true }
                index = UnsafeRawPointer(hit) - base
                open(at: index)
            } else {
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                if step(bytes[index], next, at: index) { empty.append(index) }
                if signs > Self.mostAttributes { return false }
            }
            index += 1
        }
        return true
    }

    private mutating func open(at index: Int) {
        (place, signs, start) = (.opening, 0, (index, nil))
    }

    /// Looks at a byte in a tag. Returns whether a blank is missing before it.
    private mutating func step(_ byte: UInt8, _ next: UInt8, at index: Int) -> Bool {
        switch (place, byte) {
        case (_, UInt8(ascii: "<")): open(at: index)
        case (.opening, UInt8(ascii: "!")): place = .text
        case (.opening, UInt8(ascii: "?")): place = .instruction
        case (.instruction, UInt8(ascii: "?")) where next == UInt8(ascii: ">"):
            place = .text
            return true
        case (.instruction, _) where byte.isXMLBlank: place = .text
        case (.instruction, _): break
        case (.tag(let quote), _) where quote != 0: if byte == quote { place = .tag(quote: 0) }
        case (_, UInt8(ascii: "\"")), (_, UInt8(ascii: "'")): place = .tag(quote: byte)
        case (_, UInt8(ascii: ">")): place = .text
        case (_, UInt8(ascii: "=")): signs += 1
        default: if case .opening = place { place = .tag(quote: 0) }
        }
        return false
    }
}
