import Foundation

/// A post as a server writes it, for specs.
struct Draft {
    var id: Int
    var account = "kim"
    var text = "Tea"
    var warning = ""
    var answered: Int?
    /// The post that it boosts.
    var boosted: Int?
    var stars = 0
    var hasStar = false
    /// What is attached: "image", "video".
    var media: [String] = []
    /// More members: `"poll": …`.
    var more: [String] = []

    var json: String {
        let author = Draft.account(account)
        if let boosted {
            let post = Draft(id: boosted, account: "bo", text: "Boosted \(boosted)").json
            return #"{"id":"\#(id)","account":\#(author),"content":"","reblog":\#(post)}"#
        }
        let media = media.map { #"{"id":"\#(id)0","type":"\#($0)","description":"a \#($0)"}"# }.joined(separator: ",")
        let members =
            [
                #""id":"\#(id)""#, #""account":\#(author)"#, #""content":"<p>\#(text)</p>""#,
                #""created_at":"2026-11-28T10:\#(String(format: "%02d", id % 60)):00.000Z""#,
                #""spoiler_text":"\#(warning)""#, #""in_reply_to_id":\#(answered.map { "\"\($0)\"" } ?? "null")"#,
                #""favourites_count":\#(stars)"#, #""favourited":\#(hasStar)"#, #""media_attachments":[\#(media)]"#,
            ] + more
        return "{\(members.joined(separator: ","))}"
    }

    static func account(_ name: String) -> String {
        #"{"id":"\#(name.utf8.reduce(0) { $0 * 31 % 9_973 + Int($1) })","acct":"\#(name)","display_name":"\#(name.capitalized)","note":"<p>I am \#(name)</p>"}"#
    }
}

extension [Draft] {
    /// Posts with these identities, the newest first.
    static func numbered(_ numbers: ClosedRange<Int>) -> [Draft] {
        numbers.reversed().map { Draft(id: $0, text: "Post \($0)") }
    }

    var data: Data { Data("[\(map(\.json).joined(separator: ","))]".utf8) }
}
