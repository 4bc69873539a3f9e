/// Decompresses what zlib has compressed: the formats of RFC 1950 and RFC 1951.
struct Inflater: BitSource {
    private var reader: ByteReader
    private var held = 0
    private var heldCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    /// Decompresses bytes.
    ///
    /// - Parameter limit: The largest number of bytes that may come of it.
    static func inflate(_ bytes: [UInt8], limit: Int) throws(PictureProblem) -> [UInt8] {
        var reader = ByteReader(bytes)
        let (method, flags) = (try reader.byte(), try reader.byte())
        guard method & 0x0F == 8, (method << 8 | flags) % 31 == 0, flags & 0x20 == 0 else {
            throw .damaged("its compression is unknown")
        }
        var inflater = Inflater(reader: reader, limit: limit)
        while try inflater.block() {}
        return inflater.output
    }

    private init(reader: ByteReader, limit: Int) { (self.reader, self.limit) = (reader, limit) }

    mutating func bit() throws(PictureProblem) -> Int {
        if heldCount == 0 { (held, heldCount) = (try reader.byte(), 8) }
        defer {
            held >>= 1
            heldCount -= 1
        }
        return held & 1
    }

    /// A number of some bits, the lowest first.
    private mutating func bits(_ count: Int) throws(PictureProblem) -> Int {
        var number = 0
        for position in 0..<count { number |= try bit() << position }
        return number
    }

    /// Decompresses a block. Returns whether another one follows.
    private mutating func block() throws(PictureProblem) -> Bool {
        let isLast = try bit() == 1
        switch try bits(2) {
        case 0: try stored()
        case 1: try compressed(try HuffmanCode(lengths: Self.fixedLengths), try HuffmanCode(lengths: fixedDistances))
        case 2:
            let (symbols, distances) = try codes()
            try compressed(symbols, distances)
        default: throw .damaged("a block is of an unknown kind")
        }
        return !isLast
    }

    private mutating func stored() throws(PictureProblem) {
        heldCount = 0
        let count = try reader.byte() | reader.byte() << 8
        let complement = try reader.byte() | reader.byte() << 8
        guard count ^ 0xFFFF == complement else { throw .damaged("the size of a block") }
        try makeRoom(for: count)
        output += try reader.take(count)
    }

    private mutating func compressed(_ code: HuffmanCode, _ distances: HuffmanCode) throws(PictureProblem) {
        while true {
            let symbol = try code.symbol(from: &self)
            switch symbol {
            case ..<256:
                try makeRoom(for: 1)
                output.append(UInt8(symbol))
            case 256: return
            case ..<286:
                let length = try number(symbol - 257, Self.lengths)
                let step = try distances.symbol(from: &self)
                guard step < Self.distances.count else { throw .damaged("a distance") }
                let distance = try number(step, Self.distances)
                guard distance <= output.count else { throw .damaged("a distance") }
                try makeRoom(for: length)
                // What is repeated may be what is being written.
                for _ in 0..<length { output.append(output[output.count - distance]) }
            default: throw .damaged("a length")
            }
        }
    }

    private func makeRoom(for count: Int) throws(PictureProblem) {
        guard count <= limit - output.count else { throw .damaged("it has more data than pixels") }
    }

    private mutating func number(_ index: Int, _ table: [(base: Int, bits: Int)]) throws(PictureProblem) -> Int {
        try table[index].base + bits(table[index].bits)
    }

    /// Reads the two codes of a block, whose lengths are compressed themselves.
    private mutating func codes() throws(PictureProblem) -> (HuffmanCode, HuffmanCode) {
        let (symbolCount, distanceCount, count) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
        var lengths = Array(repeating: 0, count: 19)
        for place in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(count) {
            lengths[place] = try bits(3)
        }
        let code = try HuffmanCode(lengths: lengths)
        lengths = []
        while lengths.count < symbolCount + distanceCount {
            let symbol = try code.symbol(from: &self)
            switch symbol {
            case ..<16: lengths.append(symbol)
            case 16:
                guard let last = lengths.last else { throw .damaged("a code repeats nothing") }
                lengths += Array(repeating: last, count: try bits(2) + 3)
            case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
            default: lengths += Array(repeating: 0, count: try bits(7) + 11)
            }
        }
        guard lengths.count == symbolCount + distanceCount else { throw .damaged("a code is too long") }
        return (
            try HuffmanCode(lengths: lengths.prefix(symbolCount)),
            try HuffmanCode(lengths: Array(lengths.dropFirst(symbolCount)))
        )
    }

    // MARK: Tables of RFC 1951

    private static let fixedLengths =
        Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
        + Array(repeating: 8, count: 8)

    private var fixedDistances: [Int] { Array(repeating: 5, count: 30) }

    /// The lengths begin at 3, and the distances at 1. From some index on, each two or four have one more bit.
    private static let lengths: [(base: Int, bits: Int)] = {
        var (table, base): ([(base: Int, bits: Int)], Int) = ([], 3)
        for index in 0..<28 {
            let bits = max(0, index / 4 - 1)
            table.append((base, bits))
            base += 1 << bits
        }
        return table + [(258, 0)]
    }()

    private static let distances: [(base: Int, bits: Int)] = {
        var (table, base): ([(base: Int, bits: Int)], Int) = ([], 1)
        for index in 0..<30 {
            let bits = max(0, index / 2 - 1)
            table.append((base, bits))
            base += 1 << bits
        }
        return table
    }()
}
