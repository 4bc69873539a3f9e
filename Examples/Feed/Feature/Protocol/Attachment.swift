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

    let kind: Named<Kind>
    let url: String?
    /// What can be seen or heard, told by its author.
    let description: String?
    let size: Size?
    /// In seconds.
    let duration: Double?

    init(from decoder: any Decoder) throws {
        let fields = try Fields(decoder)
        kind = Named(rawValue: fields.words("type") ?? "unknown")
        url = fields.words("url") ?? fields.words("remote_url") ?? fields.words("preview_url")
        description = fields.words("description")
        let meta = fields["meta", Meta.self]
        (size, duration) = (meta?.size, meta?.duration)
    }

    private struct Meta: Decodable {
        let size: Size?
        let duration: Double?

        init(from decoder: any Decoder) throws {
            let fields = try Fields(decoder)
            let original = fields["original", Meta.self]
            if let width = fields.count("width"), let height = fields.count("height") {
                size = Size(width: width, height: height)
            } else {
                size = original?.size
            }
            duration = fields.number("duration") ?? original?.duration
        }
    }
}
