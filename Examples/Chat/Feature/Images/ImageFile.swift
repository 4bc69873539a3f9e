import Foundation
import Millrace

/// Why an image cannot be shown, for a person: "it is damaged".
public struct PictureProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as the end of a sentence.
    public let description: String

    init(_ description: String) { self.description = description }

    static let cut = PictureProblem("it ends too early")
    static func damaged(_ what: String) -> PictureProblem { PictureProblem("it is damaged: \(what)") }
}

/// The bytes of an image: what kind it is of, and how large, without decoding it.
public struct ImageFile: Sendable {
    /// The kinds that are recognised. The chat shows PNG and JPEG; all of them can be sent.
    public enum Kind: String, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case gif = "image/gif"
        case webp = "image/webp"
    }

    /// The largest number of pixels that is decoded.
    public static let pixelLimit = 20_000_000

    /// The bytes.
    public let data: Data
    /// The kind, by the first bytes; nil for a kind that is not known.
    public let kind: Kind?
    /// The size in pixels; nil where the kind does not tell, or the file is damaged.
    public let size: (width: Int, height: Int)?

    /// Looks at the beginning of a file.
    public init(_ data: Data) {
        let bytes = [UInt8](data)
        (self.data, kind) = (data, Kind(of: bytes))
        size =
            switch kind {
            case .png: try? PNGDecoder.size(of: bytes)
            case .jpeg: try? JPEGDecoder.size(of: bytes)
            case .gif where bytes.count >= 10:
                (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
            case .gif, .webp, nil: nil
            }
    }

    /// Decodes the image. O(bytes + pixels); call it off the main actor.
    ///
    /// - Parameter pixelLimit: The largest number of pixels.
    /// - Throws: Why it cannot be shown. No bytes lead to anything else.
    public func picture(pixelLimit: Int = ImageFile.pixelLimit) throws(PictureProblem) -> Picture {
        switch kind {
        case .png: return try PNGDecoder.picture(from: [UInt8](data), pixelLimit)
        case .jpeg: return try JPEGDecoder.picture(from: [UInt8](data), pixelLimit)
        case .gif, .webp: throw PictureProblem("the chat cannot show \(kind?.rawValue ?? "")")
        case nil: throw PictureProblem("the chat does not know this kind of file")
        }
    }
}

extension ImageFile.Kind {
    fileprivate init?(of bytes: [UInt8]) {
        if bytes.starts(with: PNGDecoder.signature) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }
}

/// Checks a size that a file claims, before anything is allocated for it.
func checkSize(_ width: Int, _ height: Int, _ limit: Int) throws(PictureProblem) {
    guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
    let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard !isTooLarge, count <= limit else { throw PictureProblem("it is too large: \(width)×\(height)") }
}
