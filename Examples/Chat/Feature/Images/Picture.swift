import Millrace

/// A decoded image: its pixels, row by row from the top.
public struct Picture: Equatable, Sendable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The colours, `width * height` of them.
    public let pixels: [RGBColor]

    /// Creates a picture. Colours that are missing are black, and those that are too many are left out.
    public init(width: Int, height: Int, pixels: [RGBColor]) {
        (self.width, self.height) = (max(0, width), max(0, height))
        let count = self.width * self.height
        let missing = max(0, count - pixels.count)
        let black = RGBColor(red: 0, green: 0, blue: 0)
        self.pixels = missing > 0 ? pixels + Array(repeating: black, count: missing) : Array(pixels.prefix(count))
    }

    /// The picture with another size. Each new pixel is the average of those that it covers. O(pixels).
    ///
    /// - Parameters:
    ///   - width: The new number of columns, at least one.
    ///   - height: The new number of rows, at least one.
    public func scaled(to width: Int, _ height: Int) -> Picture {
        guard width > 0, height > 0, !pixels.isEmpty, (width, height) != (self.width, self.height) else { return self }
        var result: [RGBColor] = []
        result.reserveCapacity(width * height)
        for row in 0..<height {
            let rows = covered(row, of: height, self.height)
            for column in 0..<width { result.append(average(rows, covered(column, of: width, self.width))) }
        }
        return Picture(width: width, height: height, pixels: result)
    }

    /// The picture in at most so many columns and rows, with its proportions. It is never larger than before.
    public func fitted(in columns: Int, _ rows: Int) -> Picture {
        guard columns > 0, rows > 0, width > columns || height > rows else { return self }
        if width * rows > height * columns { return scaled(to: columns, max(1, height * columns / width)) }
        return scaled(to: max(1, width * rows / height), rows)
    }

    /// The old pixels that a new one covers, in one direction.
    private func covered(_ position: Int, of count: Int, _ oldCount: Int) -> Range<Int> {
        let first = min(position * oldCount / count, oldCount - 1)
        return first..<max(first + 1, (position + 1) * oldCount / count)
    }

    private func average(_ rows: Range<Int>, _ columns: Range<Int>) -> RGBColor {
        var (red, green, blue) = (0, 0, 0)
        for row in rows {
            for index in (row * width + columns.lowerBound)..<(row * width + columns.upperBound) {
                let pixel = pixels[index]
                red += Int(pixel.red)
                green += Int(pixel.green)
                blue += Int(pixel.blue)
            }
        }
        let count = rows.count * columns.count
        return RGBColor(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }
}
