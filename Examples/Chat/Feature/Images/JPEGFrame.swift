import Foundation
import Millrace

/// The size of a JPEG, and the brightness of its components as far as they are decoded.
struct JPEGFrame {
    struct Component {
        let id: Int
        /// How many blocks it has in a unit of the image.
        let columns: Int
        let rows: Int
        /// The number of the table by which it is multiplied.
        let table: Int
        /// The bytes of a row, whole units.
        var stride = 0
        var samples: [UInt8] = []
        var isDecoded = false
    }

    let width: Int
    let height: Int
    var components: [Component] = []
    /// The most blocks that a component has in a unit.
    private(set) var mostColumns = 1
    private(set) var mostRows = 1

    var unitColumns: Int { (width + 8 * mostColumns - 1) / (8 * mostColumns) }
    var unitRows: Int { (height + 8 * mostRows - 1) / (8 * mostRows) }

    /// The order in which a block is written.
    static let zigzag = [
        0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14,
        21,
        28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61,
        54,
        47, 55, 62, 63,
    ]

    init(_ segment: inout ByteReader, _ pixelLimit: Int) throws(PictureProblem) {
        guard try segment.byte() == 8 else { throw PictureProblem("it is a rare kind of JPEG") }
        (height, width) = (try segment.uint16(), try segment.uint16())
        try checkSize(width, height, pixelLimit)
        let count = try segment.byte()
        guard count == 1 || count == 3 else { throw PictureProblem("it has \(count) colour components") }
        for _ in 0..<count {
            let (id, sampling, table) = (try segment.byte(), try segment.byte(), try segment.byte())
            let (columns, rows) = (sampling >> 4, sampling & 0x0F)
            guard (1...4).contains(columns), (1...4).contains(rows) else { throw .damaged("its sampling") }
            // Of a single component the sampling means nothing.
            components.append(
                Component(id: id, columns: count == 1 ? 1 : columns, rows: count == 1 ? 1 : rows, table: table)
            )
        }
        mostColumns = components.map(\.columns).max() ?? 1
        mostRows = components.map(\.rows).max() ?? 1
        // Whole units are decoded, which are more where the image is narrow.
        try checkSize(unitColumns * mostColumns * 8, unitRows * mostRows * 8, max(pixelLimit, 1_024))
        for index in components.indices {
            let component = components[index]
            components[index].stride = unitColumns * component.columns * 8
            let count = components[index].stride * unitRows * component.rows * 8
            components[index].samples = Array(repeating: 0, count: count)
        }
    }

    /// The pixels, with the components in the places that they were sampled at.
    func picture(isRGB: Bool) -> Picture {
        var pixels: [RGBColor] = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width {
                let first = sample(0, column, row)
                if components.count == 1 {
                    pixels.append(RGBColor(red: first, green: first, blue: first))
                } else if isRGB {
                    pixels.append(RGBColor(red: first, green: sample(1, column, row), blue: sample(2, column, row)))
                } else {
                    pixels.append(.init(luma: first, blue: sample(1, column, row), red: sample(2, column, row)))
                }
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }

    private func sample(_ index: Int, _ column: Int, _ row: Int) -> UInt8 {
        let (columns, rows) = (components[index].columns, components[index].rows)
        let place = row * rows / mostRows * components[index].stride + column * columns / mostColumns
        return components[index].samples[place]
    }

    /// Puts a block at its place, from its coefficients.
    mutating func put(_ block: [Float], of index: Int, column: Int, row: Int) {
        let stride = components[index].stride
        var start = row * 8 * stride + column * 8
        if block.dropFirst().allSatisfy({ $0 == 0 }) {
            let value = Self.byte(block[0] / 8)
            for _ in 0..<8 {
                for column in 0..<8 { components[index].samples[start + column] = value }
                start += stride
            }
            return
        }
        let half = Self.transformed(block)
        let whole = Self.transformed(half)
        for row in 0..<8 {
            for column in 0..<8 { components[index].samples[start + column] = Self.byte(whole[row * 8 + column]) }
            start += stride
        }
    }

    /// Transforms the rows of a block into columns. Twice, that is the inverse cosine transform.
    private static func transformed(_ block: [Float]) -> [Float] {
        var result = Array(repeating: 0 as Float, count: 64)
        for row in 0..<8 {
            for place in 0..<8 {
                var sum: Float = 0
                for frequency in 0..<8 { sum += block[row * 8 + frequency] * cosines[place * 8 + frequency] }
                result[place * 8 + row] = sum
            }
        }
        return result
    }

    private static let cosines: [Float] = (0..<64).map { index in
        let (place, frequency) = (Double(index / 8), Double(index % 8))
        return Float((frequency == 0 ? 0.5.squareRoot() : 1) / 2 * cos((2 * place + 1) * frequency * .pi / 16))
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value + 128, 0), 255).rounded()) }
}

extension RGBColor {
    /// A colour of its brightness, and how far it is from grey towards blue and red (ITU T.871).
    fileprivate init(luma: UInt8, blue: UInt8, red: UInt8) {
        let (y, cb, cr) = (Int(luma) << 16, Int(blue) - 128, Int(red) - 128)
        func part(_ value: Int) -> UInt8 { UInt8(min(max((value + 32_768) >> 16, 0), 255)) }
        self.init(
            red: part(y + 91_881 * cr),
            green: part(y - 22_554 * cb - 46_802 * cr),
            blue: part(y + 116_130 * cb)
        )
    }
}
