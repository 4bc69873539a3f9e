import Millrace

/// Decodes baseline JPEG (ITU T.81): grey or colours, with any sampling; not progressive.
struct JPEGDecoder {
    private var reader: ByteReader
    private var tables: [Int: [Int]] = [:]
    /// The codes, by 0 or 1 for the average or the rest of a block, times four, plus the number of the code.
    private var codes: [Int: HuffmanCode] = [:]
    private var frame: JPEGFrame?
    private var restartInterval = 0
    /// Whether the components are red, green and blue.
    private var isRGB = false

    static func size(of bytes: [UInt8]) throws(PictureProblem) -> (width: Int, height: Int) {
        var reader = ByteReader(bytes, at: 2)
        while true {
            let marker = try Self.marker(&reader)
            let count = try reader.uint16()
            guard isFrame(marker) else {
                _ = try reader.take(count - 2)
                continue
            }
            _ = try reader.byte()
            let height = try reader.uint16()
            return (try reader.uint16(), height)
        }
    }

    static func picture(from bytes: [UInt8], _ pixelLimit: Int) throws(PictureProblem) -> Picture {
        var decoder = JPEGDecoder(reader: ByteReader(bytes, at: 2))
        while try decoder.segment(pixelLimit) {}
        guard let frame = decoder.frame, frame.components.allSatisfy(\.isDecoded) else { throw .cut }
        return frame.picture(isRGB: decoder.isRGB)
    }

    private init(reader: ByteReader) { self.reader = reader }

    private static func isFrame(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private static func marker(_ reader: inout ByteReader) throws(PictureProblem) -> Int {
        guard try reader.byte() == 0xFF else { throw .damaged("a marker is missing") }
        var marker = 0xFF
        while marker == 0xFF { marker = try reader.byte() }
        return marker
    }

    /// Reads a part. Returns whether another one follows.
    private mutating func segment(_ pixelLimit: Int) throws(PictureProblem) -> Bool {
        let marker = try Self.marker(&reader)
        if marker == 0xD9 { return false }
        let count = try reader.uint16()
        var segment = ByteReader(Array(try reader.take(count - 2)))
        switch marker {
        case 0xDB: try readTables(&segment)
        case 0xC4: try readCodes(&segment)
        case 0xDD: restartInterval = try segment.uint16()
        case 0xEE: isRGB = segment.bytes.starts(with: Array("Adobe".utf8)) && segment.bytes.last == 0
        case 0xC0, 0xC1:
            guard frame == nil else { throw .damaged("it has two sizes") }
            frame = try JPEGFrame(&segment, pixelLimit)
        case 0xDA: try readScan(&segment)
        case 0xC2: throw PictureProblem("it is a progressive JPEG")
        default: if Self.isFrame(marker) { throw PictureProblem("it is a rare kind of JPEG") }
        }
        return true
    }

    private mutating func readTables(_ segment: inout ByteReader) throws(PictureProblem) {
        while !segment.isAtEnd {
            let kind = try segment.byte()
            var table = Array(repeating: 0, count: 64)
            for place in JPEGFrame.zigzag { table[place] = try kind >> 4 == 0 ? segment.byte() : segment.uint16() }
            tables[kind & 0x0F] = table
        }
    }

    private mutating func readCodes(_ segment: inout ByteReader) throws(PictureProblem) {
        while !segment.isAtEnd {
            let kind = try segment.byte()
            let counts = try segment.take(16).map { Int($0) }
            let symbols = try segment.take(counts.reduce(0, +)).map { Int($0) }
            codes[(kind >> 4 & 1) * 4 + kind & 3] = try HuffmanCode(counts: counts, symbols: symbols)
        }
    }

    /// Reads a scan: the blocks of some components, or of all in turn.
    private mutating func readScan(_ segment: inout ByteReader) throws(PictureProblem) {
        guard var frame else { throw .damaged("it has no size") }
        var parts: [JPEGScan.Part] = []
        for _ in 0..<(try segment.byte()) {
            let (id, choice) = (try segment.byte(), try segment.byte())
            guard let index = frame.components.firstIndex(where: { $0.id == id }),
                !parts.contains(where: { $0.component == index }), let average = codes[choice >> 4 & 3],
                let rest = codes[4 + choice & 3], let table = tables[frame.components[index].table]
            else { throw .damaged("a table is missing") }
            parts.append(JPEGScan.Part(component: index, average: average, rest: rest, table: table))
        }
        guard !parts.isEmpty else { throw .damaged("a scan is empty") }
        var scan = JPEGScan(reader: reader, parts: parts, restartInterval: restartInterval)
        reader = ByteReader(reader.bytes, at: try scan.read(into: &frame))
        self.frame = frame
    }
}
