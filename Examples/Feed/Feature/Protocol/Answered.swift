import MillraceNetwork

/// The post that another one answers, as far as it is known.
struct Answered: Decodable, Hashable, Sendable {
    let account: Account?
    let warning: String?
    let html: String

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        account = fields["account"]
        warning = fields.words("spoiler_text")
        html = fields.text("content") ?? ""
    }
}
