/// Reads the compressed blocks of a JPEG.
struct JPEGScan: BitSource {
    /// A component, with what its blocks are read with.
    struct Part {
        let component: Int
        let average: HuffmanCode
        let rest: HuffmanCode
        let table: [Int]
        /// The average of the last block: each is written as its difference from the one before.
        var last = 0
    }

    private var reader: ByteReader
    private var parts: [Part]
    private let restartInterval: Int
    private var held = 0
    private var heldCount = 0

    init(reader: ByteReader, parts: [Part], restartInterval: Int) {
        (self.reader, self.parts, self.restartInterval) = (reader, parts, restartInterval)
    }

    /// Reads all blocks. Returns the position behind them.
    mutating func read(into frame: inout JPEGFrame) throws(PictureProblem) -> Int {
        var count = 0
        if parts.count == 1 {
            // A component alone has no more blocks than it needs.
            let component = frame.components[parts[0].component]
            let width = blocks(frame.width, component.columns, frame.mostColumns)
            for row in 0..<blocks(frame.height, component.rows, frame.mostRows) {
                for column in 0..<width {
                    try restart(after: &count)
                    try block(of: 0, column: column, row: row, into: &frame)
                }
            }
        } else {
            for row in 0..<frame.unitRows {
                for column in 0..<frame.unitColumns {
                    try restart(after: &count)
                    try unit(column: column, row: row, into: &frame)
                }
            }
        }
        for part in parts { frame.components[part.component].isDecoded = true }
        return reader.position
    }

    private func blocks(_ size: Int, _ count: Int, _ most: Int) -> Int { ((size * count + most - 1) / most + 7) / 8 }

    private mutating func unit(column: Int, row: Int, into frame: inout JPEGFrame) throws(PictureProblem) {
        for index in parts.indices {
            let component = frame.components[parts[index].component]
            let (columns, rows) = (component.columns, component.rows)
            for below in 0..<rows {
                for right in 0..<columns {
                    try block(of: index, column: column * columns + right, row: row * rows + below, into: &frame)
                }
            }
        }
    }

    /// Begins anew where the file says so, after each so many units.
    private mutating func restart(after count: inout Int) throws(PictureProblem) {
        defer { count += 1 }
        guard restartInterval > 0, count > 0, count.isMultiple(of: restartInterval) else { return }
        heldCount = 0
        guard try reader.byte() == 0xFF, try (0xD0...0xD7).contains(reader.byte()) else {
            throw .damaged("a marker is missing")
        }
        for index in parts.indices { parts[index].last = 0 }
    }

    private mutating func block(
        of index: Int,
        column: Int,
        row: Int,
        into frame: inout JPEGFrame
    ) throws(PictureProblem) {
        let part = parts[index]
        var block = Array(repeating: 0 as Float, count: 64)
        let size = try part.average.symbol(from: &self)
        parts[index].last += try number(of: size)
        block[0] = Float(parts[index].last * part.table[0])
        var position = 1
        while position < 64 {
            // How many zeros come first, and the size of the number behind them.
            let symbol = try part.rest.symbol(from: &self)
            let (zeros, size) = (symbol >> 4, symbol & 0x0F)
            if size == 0, zeros < 15 { break }
            position += zeros
            guard position < 64 else { throw .damaged("a block is too long") }
            let place = JPEGFrame.zigzag[position]
            block[place] = Float(try number(of: size) * part.table[place])
            position += 1
        }
        frame.put(block, of: part.component, column: column, row: row)
    }

    /// A number of some bits. Those that begin with a zero are negative.
    private mutating func number(of size: Int) throws(PictureProblem) -> Int {
        guard size <= 15 else { throw .damaged("a number is too long") }
        guard size > 0 else { return 0 }
        var number = 0
        for _ in 0..<size { number = number << 1 | (try bit()) }
        return number >> (size - 1) == 1 ? number : number - (1 << size) + 1
    }

    /// The next bit, the highest of a byte first. Behind a byte of ones there is a zero, or a marker that ends the
    /// data.
    mutating func bit() throws(PictureProblem) -> Int {
        if heldCount == 0 {
            held = try reader.byte()
            heldCount = 8
            if held == 0xFF, try reader.byte() != 0 { throw .cut }
        }
        heldCount -= 1
        return held >> heldCount & 1
    }
}
