import Foundation
import MillraceEntities
import MillraceNetwork

/// A post in a ``PostServer``: its JSON, and what the server has to know of it.
struct StoredPost: Decodable, Sendable {
    let id: String
    let accountID: String
    let handle: String
    /// The account as JSON.
    let account: String
    /// The post that it answers.
    let answered: String?
    let favourites: Int
    let isFavourite: Bool
    /// The posts within it.
    let within: [StoredPost]
    let json: String

    init(from decoder: any Decoder) throws {
        let fields = try LenientFields(from: decoder)
        guard let id = fields.text("id"), fields.has("account") || fields.has("content") else {
            let problem = "it is no post, which has an id and an account"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
        }
        self.id = id
        accountID = fields["account", Account.self]?.id ?? ""
        handle = fields["account", Account.self]?.handle ?? ""
        account = fields["account", JSONValue.self]?.description ?? "{}"
        answered = fields.words("in_reply_to_id")
        (favourites, isFavourite) = (fields.count("favourites_count") ?? 0, fields.flag("favourited"))
        within = ["reblog", "quote"].compactMap { fields[$0, StoredPost.self] }
        json = try JSONValue(from: decoder).description
    }

    /// The posts in a file: one, an array of them, or an object that has such arrays.
    static func posts(in data: Data) throws(DecodingProblem) -> [StoredPost] {
        let file = Response(body: data)
        if let post: StoredPost = try? file.json() { return [post] }
        do throws(DecodingProblem) {
            return try file.json()
        } catch {
            guard let parts: [String: [StoredPost]] = try? file.json() else { throw error }
            return parts.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }
}
