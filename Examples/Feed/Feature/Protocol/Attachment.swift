import MillraceNetwork

/// A picture, a sound or something else beside the text of a post.
struct Attachment: Decodable, Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case image, animation = "gifv", video, audio
    }

    /// How large something is, in pixels.
    struct Size: Hashable, Sendable {
        let width: Int
        let height: Int
    }

    let kind: OpenEnum<Kind>
    let url: String?
    /// What can be seen or heard, told by its author.
    let description: String?
    let size: Size?
    /// In seconds.
    let duration: Double?

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        kind = OpenEnum(rawValue: fields.words("type") ?? "unknown")
        url = fields.words("url") ?? fields.words("remote_url") ?? fields.words("preview_url")
        description = fields.words("description")
        let meta = fields["meta", LenientFields.self]
        let original = meta?["original", LenientFields.self]
        duration = original?.number("duration") ?? meta?.number("duration")
        let (width, height) = (original?.count("width"), original?.count("height"))
        size = width.flatMap { width in height.map { Size(width: width, height: $0) } }
    }
}
