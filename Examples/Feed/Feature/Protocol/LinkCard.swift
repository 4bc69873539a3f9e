/// What a link in a post leads to.
struct LinkCard: Decodable, Hashable, Sendable {
    let url: String
    let title: String
    let description: String?
    /// The name of the site.
    let provider: String?
    let author: String?

    init(from decoder: any Decoder) throws {
        let fields = try Fields(decoder)
        url = fields.text("url") ?? ""
        title = fields.words("title") ?? url
        description = fields.words("description")
        provider = fields.words("provider_name")
        author = fields.words("author_name") ?? fields.list("authors", of: Author.self).lazy.compactMap(\.name).first
    }

    private struct Author: Decodable {
        let name: String?

        init(from decoder: any Decoder) throws {
            let fields = try Fields(decoder)
            name = fields.words("name") ?? fields["account", Account.self]?.name
        }
    }
}
