import Foundation
import MatrixChat
import Millrace

/// Images that a ``SampleHomeserver`` has: small drawings, one of them a JPEG, and one that is damaged.
public enum SampleImages {
    /// The files, by their names.
    public static let files: [String: Data] = [
        "pot.png": png(width: 120, height: 90) { x, y in
            let isPot = square(x - 60) + square(y - 50) * 2 < 1_100
            return isPot ? color(190, 90 + x / 2, 60) : color(200 - y, 215 - y / 2, 235)
        },
        "wheel.png": png(width: 96, height: 96) { x, y in
            let distance = square(x - 48) + square(y - 48)
            let isSpoke = abs(x - 48) < 4 || abs(y - 48) < 4 || abs(x - y) < 5 || abs(x + y - 96) < 5
            let isWood = distance < 1_900 && (distance > 1_300 || isSpoke)
            return isWood ? color(120, 80, 40) : y > 70 ? color(50, 110, 190) : color(215, 230, 240)
        },
        "river.jpg": jpeg,
        "torn.png": Data(png(width: 40, height: 30) { x, y in color(x * 6, y * 8, 90) }.prefix(2_000)),
    ]

    /// A PNG that is not compressed. O(pixels).
    public static func png(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> RGBColor) -> Data {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                let color = color(x, y)
                rows += [color.red, color.green, color.blue]
            }
        }
        return png(width: width, height: height, depth: 8, kind: 2, compressed: stored(rows))
    }

    /// A PNG of parts that need not fit together; its checksums do.
    public static func png(width: Int, height: Int, depth: UInt8, kind: UInt8, compressed: [UInt8]) -> Data {
        let header = number(width) + number(height) + [depth, kind, 0, 0, 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return Data(signature + part("IHDR", header) + part("IDAT", compressed) + part("IEND", []))
    }

    /// Bytes as a stream of zlib, in blocks that are stored as they are.
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (stream, rest): ([UInt8], ArraySlice<UInt8>) = ([0x78, 0x01], bytes[...])
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        return stream + [0, 0, 0, 0]
    }

    /// A JPEG of 24×16 pixels: the left half is red, the right half blue above white.
    public static let jpeg =
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx\
                8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh\
                4eHh7/wAARCAAQABgDASIAAhEBAxEB/8QAGQAAAgMBAAAAAAAAAAAAAAAAAAUGBwgJ/8QAHBABAAAHAQAAAAAAAAAAAAAAAAYIQ0aC\
                hMHD/8QAFQEBAQAAAAAAAAAAAAAAAAAABwX/xAAqEQAAAwUECwAAAAAAAAAAAAAAERIBAgMEBQYTITEUFRZRYmOhorLh4v/aAAwDAQAC\
                EQMRAD8AhJTENDLhsvSVC5dX2SbPT+gVGHMJUk8DLN1rM8d4Z7awr2iR3DI0+boy+HRQE7brkd3yATVfF09j/9k=
                """
        ) ?? Data()

    private static func number(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func part(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + bytes
        return number(bytes.count) + content + number(Int(CRC32.checksum(of: content)))
    }

    private static func color(_ red: Int, _ green: Int, _ blue: Int) -> RGBColor {
        func part(_ value: Int) -> UInt8 { UInt8(min(max(value, 0), 255)) }
        return RGBColor(red: part(red), green: part(green), blue: part(blue))
    }

    private static func square(_ number: Int) -> Int { number * number }
}
