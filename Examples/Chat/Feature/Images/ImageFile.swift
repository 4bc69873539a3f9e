import Foundation

/// The bytes of an image: what kind it is of, and how large, as its beginning says. It is not decoded.
public struct ImageFile: Equatable, Sendable {
    /// The kinds that are recognised.
    public enum Kind: String, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case gif = "image/gif"
        case webp = "image/webp"
    }

    /// The bytes.
    public let data: Data

    /// An image in some bytes.
    public init(_ data: Data) { self.data = data }

    /// The kind, by the first bytes; nil for a kind that is not known.
    public var kind: Kind? {
        let start = data.prefix(12)
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if start.starts(with: "GIF8".utf8) { return .gif }
        return start.starts(with: "RIFF".utf8) && start.dropFirst(8).elementsEqual("WEBP".utf8) ? .webp : nil
    }

    /// The size in pixels; nil where the kind does not tell, or the file is damaged.
    public var size: (width: Int, height: Int)? {
        let (width, height): (Int?, Int?) =
            switch kind {
            case .png: (number(at: 16, 4), number(at: 20, 4))
            case .gif: (number(at: 6, 2)?.swapped, number(at: 8, 2)?.swapped)
            case .jpeg: jpegFrame.map { (number(at: $0 + 7, 2), number(at: $0 + 5, 2)) } ?? (nil, nil)
            case .webp, nil: (nil, nil)
            }
        guard let width, let height, width > 0, height > 0 else { return nil }
        return (width, height)
    }

    /// Where a JPEG describes its frame. Every segment before begins with its kind and its length.
    private var jpegFrame: Int? {
        var offset = 2
        while let kind = number(at: offset, 2), kind > 0xFF00, let length = number(at: offset + 2, 2), length >= 2 {
            // Of these kinds three are tables.
            if (0xFFC0...0xFFCF).contains(kind), ![0xFFC4, 0xFFC8, 0xFFCC].contains(kind) { return offset }
            offset += 2 + length
        }
        return nil
    }

    /// A number of some bytes, the highest one first; nil behind the end.
    private func number(at offset: Int, _ count: Int) -> Int? {
        guard offset + count <= data.count else { return nil }
        return data.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}

extension Int {
    /// A number of two bytes that stood in the other order.
    fileprivate var swapped: Int { Int(UInt16(truncatingIfNeeded: self).byteSwapped) }
}
