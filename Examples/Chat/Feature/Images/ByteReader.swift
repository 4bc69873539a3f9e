/// Reads bytes one after the other, and never beyond their end. Numbers begin with their highest byte.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func byte() throws(PictureProblem) -> Int {
        guard position < bytes.count else { throw .cut }
        defer { position += 1 }
        return Int(bytes[position])
    }

    mutating func uint16() throws(PictureProblem) -> Int { try byte() << 8 | byte() }

    mutating func uint32() throws(PictureProblem) -> Int { try uint16() << 16 | uint16() }

    mutating func take(_ count: Int) throws(PictureProblem) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - position else { throw .cut }
        defer { position += count }
        return bytes[position..<(position + count)]
    }
}

/// Something that is read bit by bit.
protocol BitSource {
    mutating func bit() throws(PictureProblem) -> Int
}

/// A prefix code whose codes are in order of their lengths, and of their symbols: that of both PNG and JPEG.
struct HuffmanCode {
    /// How many codes there are of each length, from 0 to 16 bits.
    private let counts: [Int]
    /// The symbols in the order of their codes.
    private let symbols: [Int]

    /// Creates a code.
    ///
    /// - Parameters:
    ///   - counts: How many codes there are of each length, from one bit.
    ///   - symbols: The symbols in the order of their codes.
    init(counts: [Int], symbols: [Int]) throws(PictureProblem) {
        var free = 1
        for count in counts {
            free = free * 2 - count
            guard free >= 0 else { throw .damaged("a code is ambiguous") }
        }
        guard counts.reduce(0, +) == symbols.count else { throw .damaged("a code is incomplete") }
        (self.counts, self.symbols) = ([0] + counts, symbols)
    }

    /// Creates a code from the length of each symbol's code; 0 for a symbol that has none.
    init(lengths: some Collection<Int>) throws(PictureProblem) {
        var counts = Array(repeating: 0, count: 15)
        for length in lengths where length > 0 { counts[length - 1] += 1 }
        let used = lengths.enumerated().filter { $0.element > 0 }
        let symbols = used.sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
        try self.init(counts: counts, symbols: symbols)
    }

    /// Reads the next symbol. The codes of each length begin where those of the shorter ones end, doubled.
    func symbol(from source: inout some BitSource) throws(PictureProblem) -> Int {
        var (code, first, index) = (0, 0, 0)
        for length in 1..<counts.count {
            code = code << 1 | (try source.bit())
            first <<= 1
            let count = counts[length]
            if code - first < count { return symbols[index + code - first] }
            first += count
            index += count
        }
        throw .damaged("a code is unknown")
    }
}
