import MillraceNetwork

/// What a link in a post leads to.
struct LinkCard: Decodable, Hashable, Sendable {
    let url: String
    let title: String
    let description: String?
    /// The name of the site.
    let provider: String?
    let author: String?

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        url = fields.text("url") ?? ""
        title = fields.words("title") ?? url
        description = fields.words("description")
        provider = fields.words("provider_name")
        let authors = fields.list("authors", of: LenientFields.self)
        author = fields.words("author_name") ?? authors.lazy.compactMap { $0.words("name") }.first
    }
}
