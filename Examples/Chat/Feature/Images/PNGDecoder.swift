import Millrace

/// Decodes PNG: all colour types and depths, without interlacing. Transparent pixels are drawn on black.
struct PNGDecoder {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    fileprivate struct Header {
        let width: Int
        let height: Int
        let depth: Int
        let channels: Int
        let hasPalette: Bool

        var bitsPerPixel: Int { depth * channels }
        var bytesPerRow: Int { (width * bitsPerPixel + 7) / 8 }
    }

    private let header: Header
    private var palette: [RGBColor] = []
    /// How opaque the colours of the palette are; those without a number are opaque.
    private var alpha: [UInt8] = []
    private var compressed: [UInt8] = []

    static func size(of bytes: [UInt8]) throws(PictureProblem) -> (width: Int, height: Int) {
        var reader = ByteReader(bytes, at: 16)
        return (try reader.uint32(), try reader.uint32())
    }

    static func picture(from bytes: [UInt8], _ pixelLimit: Int) throws(PictureProblem) -> Picture {
        var reader = ByteReader(bytes, at: signature.count)
        let first = try chunk(&reader)
        guard first.name == "IHDR" else { throw .damaged("it does not begin with its size") }
        var decoder = PNGDecoder(header: try Header(first.data, pixelLimit))
        while try decoder.take(chunk(&reader)) {}
        return try decoder.picture()
    }

    /// Reads a part of the file, and checks that it is undamaged.
    private static func chunk(
        _ reader: inout ByteReader
    ) throws(PictureProblem) -> (name: String, data: ArraySlice<UInt8>) {
        let count = try reader.uint32()
        let start = reader.position
        let name = try reader.take(4)
        let data = try reader.take(count)
        let sum = CRC32.checksum(of: reader.bytes[start..<reader.position])
        guard try reader.uint32() == Int(sum) else { throw .damaged("its checksum is wrong") }
        return (String(decoding: name, as: UTF8.self), data)
    }

    private init(header: Header) { self.header = header }

    /// Takes a part. Returns whether another one follows.
    private mutating func take(_ chunk: (name: String, data: ArraySlice<UInt8>)) throws(PictureProblem) -> Bool {
        switch chunk.name {
        case "PLTE":
            let bytes = Array(chunk.data)
            palette = stride(from: 0, to: bytes.count - 2, by: 3).map { index in
                RGBColor(red: bytes[index], green: bytes[index + 1], blue: bytes[index + 2])
            }
        case "tRNS": alpha = header.hasPalette ? Array(chunk.data) : []
        case "IDAT": compressed += chunk.data
        case "IEND": return false
        // A lower-case letter begins what may be left out.
        default: if chunk.name.first?.isLowercase != true { throw .damaged("a part of it is unknown") }
        }
        return true
    }

    private func picture() throws(PictureProblem) -> Picture {
        let count = (header.bytesPerRow + 1) * header.height
        var bytes = try Inflater.inflate(compressed, limit: count)
        guard bytes.count == count else { throw .cut }
        try unfilter(&bytes)
        var pixels: [RGBColor] = []
        pixels.reserveCapacity(header.width * header.height)
        for row in 0..<header.height {
            let start = row * (header.bytesPerRow + 1) + 1
            for column in 0..<header.width { pixels.append(try color(at: column, of: bytes, from: start)) }
        }
        return Picture(width: header.width, height: header.height, pixels: pixels)
    }

    /// Undoes the filters: each row is written as its difference from what is on the left and above.
    private func unfilter(_ bytes: inout [UInt8]) throws(PictureProblem) {
        let (step, stride) = (max(1, header.bitsPerPixel / 8), header.bytesPerRow + 1)
        for row in 0..<header.height {
            let start = row * stride
            let filter = bytes[start]
            guard filter <= 4 else { throw .damaged("a filter is unknown") }
            guard filter > 0 else { continue }
            for index in (start + 1)..<(start + stride) {
                let isFirst = index - start <= step
                let left = isFirst ? 0 : Int(bytes[index - step])
                let above = row == 0 ? 0 : Int(bytes[index - stride])
                let corner = isFirst || row == 0 ? 0 : Int(bytes[index - stride - step])
                let guess =
                    switch filter {
                    case 1: left
                    case 2: above
                    case 3: (left + above) / 2
                    default: nearest(left, above, corner)
                    }
                bytes[index] &+= UInt8(truncatingIfNeeded: guess)
            }
        }
    }

    /// The neighbour that is nearest to left + above - corner.
    private func nearest(_ left: Int, _ above: Int, _ corner: Int) -> Int {
        let (toLeft, toAbove) = (abs(above - corner), abs(left - corner))
        let toCorner = abs(left + above - 2 * corner)
        if toLeft <= toAbove, toLeft <= toCorner { return left }
        return toAbove <= toCorner ? above : corner
    }

    private func color(at column: Int, of bytes: [UInt8], from start: Int) throws(PictureProblem) -> RGBColor {
        let first = column * header.channels
        if header.hasPalette {
            let index = Int(sample(first, of: bytes, from: start))
            guard index < palette.count else { throw .damaged("a colour is not in its palette") }
            return palette[index].on(black: index < alpha.count ? alpha[index] : 255)
        }
        // Less than eight bits are spread over all brightnesses.
        let scale = header.depth < 8 ? UInt8(255 / ((1 << header.depth) - 1)) : 1
        let red = sample(first, of: bytes, from: start) * scale
        switch header.channels {
        case 1: return RGBColor(red: red, green: red, blue: red)
        case 2:
            return RGBColor(red: red, green: red, blue: red).on(black: sample(first + 1, of: bytes, from: start))
        default:
            let green = sample(first + 1, of: bytes, from: start)
            let color = RGBColor(red: red, green: green, blue: sample(first + 2, of: bytes, from: start))
            return header.channels == 4 ? color.on(black: sample(first + 3, of: bytes, from: start)) : color
        }
    }

    /// A number of a row: its higher byte if it has two.
    private func sample(_ index: Int, of bytes: [UInt8], from start: Int) -> UInt8 {
        switch header.depth {
        case 8: return bytes[start + index]
        case 16: return bytes[start + index * 2]
        default:
            let bit = index * header.depth
            let shift = 8 - header.depth - bit % 8
            return bytes[start + bit / 8] >> UInt8(shift) & UInt8((1 << header.depth) - 1)
        }
    }
}

extension PNGDecoder.Header {
    init(_ data: ArraySlice<UInt8>, _ pixelLimit: Int) throws(PictureProblem) {
        var reader = ByteReader(Array(data))
        (width, height, depth) = (try reader.uint32(), try reader.uint32(), try reader.byte())
        let kind = try reader.byte()
        guard let (channels, depths) = Self.kinds[kind], depths.contains(depth) else {
            throw .damaged("its kind of colours is unknown")
        }
        (self.channels, hasPalette) = (channels, kind == 3)
        guard try reader.byte() == 0, try reader.byte() == 0 else { throw .damaged("its compression is unknown") }
        guard try reader.byte() == 0 else { throw PictureProblem("it is an interlaced PNG") }
        try checkSize(width, height, pixelLimit)
    }

    /// The numbers of a pixel and how many bits they may have, by the kind of colours.
    private static let kinds: [Int: (channels: Int, depths: [Int])] = [
        0: (1, [1, 2, 4, 8, 16]), 2: (3, [8, 16]), 3: (1, [1, 2, 4, 8]), 4: (2, [8, 16]), 6: (4, [8, 16]),
    ]
}

extension RGBColor {
    fileprivate func on(black alpha: UInt8) -> RGBColor {
        func part(_ part: UInt8) -> UInt8 { UInt8(Int(part) * Int(alpha) / 255) }
        return alpha == 255 ? self : RGBColor(red: part(red), green: part(green), blue: part(blue))
    }
}
