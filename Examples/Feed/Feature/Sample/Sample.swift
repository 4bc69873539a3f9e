import Foundation
import Millrace
import MillraceTerminal

/// Posts of all shapes, in the JSON of Mastodon's API: the same in each run, by nobody who exists.
enum Sample {
    /// An array of posts, the newest first. They answer, boost and quote each other.
    static func posts(count: Int = 1_012) -> [UInt8] {
        var writer = SampleWriter()
        for number in 0..<count { writer.write(number) }
        return Array("[\(writer.posts.reversed().map(\.json.description).joined(separator: ",\n"))]".utf8)
    }
}

/// Somebody who posts in the sample.
struct SamplePerson {
    let id: String
    let user: String
    let server: String
    let name: String
    let dialect: SampleDialect

    static let all = [
        ("kim", "pond", "Kim Rivers"), ("bo", "reeds", "Bo :leaf:"), ("zoe", "barn", "Zoë Park"),
        ("mira", "shelf", "Mira Stone"), ("otto", "weir", "Otto"), ("yui", "pond", "結衣"),
        ("wheel", "reeds", "The Wheel"), ("dalia", "barn", "داليا"), ("finn", "shelf", "Finn Marsh"),
        ("ivy", "weir", "Ivy 🌿"), ("ned", "pond", ""), ("lea", "reeds", "A very long name indeed, as some have"),
    ].enumerated().map { index, person in
        let (id, dialect) = ("\(index + 1)", SampleDialect.allCases[index % 5])
        return SamplePerson(id: id, user: person.0, server: "\(person.1).example", name: person.2, dialect: dialect)
    }

    /// The reader's own server does not say its name.
    var handle: String { server == "pond.example" ? user : "\(user)@\(server)" }
    var url: String { "https://\(server)/@\(user)" }

    var json: JSONLine {
        [
            "id": id, "username": user, "acct": handle, "display_name": name, "url": url, "bot": user == "wheel",
            "locked": user == "ned",
            "note": dialect.html(["I am \(user), and live by the river.", dialect.tag("mill")]),
            "fields": [["name": "Garden", "value": dialect.link("\(server)/garden")] as JSONLine], "statuses_count": 84,
            "followers_count": 7 * user.count, "following_count": 12, "emojis": [JSONLine](),
        ]
    }
}

/// Writes posts, the oldest first, with seeded random numbers.
struct SampleWriter {
    struct Written {
        let id: String
        let author: SamplePerson
        var json: JSONLine
        /// Whether it says something of its own, and quotes nothing: others refer to such posts.
        var isPlain = true
    }

    private(set) var posts: [Written] = []
    private let random = RandomNumbers.seeded(30)

    private func below(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }

    private func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Adds the post of a number. Its shape follows from the number, so that all shapes are there.
    mutating func write(_ number: Int) {
        let author = one(of: SamplePerson.all)
        var post = Written(id: "\(115_000_000 + number * 7)", author: author, json: [:])
        let time = Date(timeIntervalSince1970: Double(1_795_860_000 - (1_012 - number) * 540))
        post.json = [
            "id": post.id, "url": "\(author.url)/\(post.id)", "account": author.json, "visibility": "public",
            "created_at": number % 2 == 0
                ? time as any Encodable : time.formatted(.iso8601).replacing("Z", with: ".250Z"),
            "content": author.dialect.html(paragraphs(1 + below(3), author.dialect)), "replies_count": 0,
            "reblogs_count": below(40), "favourites_count": below(300), "favourited": below(9) == 0, "language": "en",
            "spoiler_text": "", "sensitive": false, "media_attachments": [JSONLine](), "mentions": [JSONLine](),
            "application": ["name": "Web"] as JSONLine,
        ]
        let plain = posts.suffix(60).filter(\.isPlain)
        switch number % 26 {
        case 0, 13: post.json["media_attachments"] = (0...below(3)).map { attachment($0, "image") }
        case 1: post.json["media_attachments"] = [attachment(number, one(of: ["video", "audio", "gifv"]))]
        case 2: post.json["media_attachments"] = [attachment(number, SampleText.kinds[number / 26 % 3])]
        case 3: (post.json["sensitive"], post.json["media_attachments"]) = (true, [attachment(0, "image")])
        case 4: (post.json["spoiler_text"], post.json["sensitive"]) = (one(of: SampleText.warnings), true)
        case 5, 18: post.json["poll"] = poll(number / 26, time)
        case 6, 15: card(&post)
        case 7, 12, 20: if !plain.isEmpty { boost(one(of: plain), &post) }
        case 8, 16: if !plain.isEmpty { quote(one(of: plain), number / 26, &post) }
        case 9, 10, 14, 21, 22: if !plain.isEmpty { answer(one(of: plain.suffix(5)), &post) }
        case 11: post.json["edited_at"] = time.addingTimeInterval(600)
        case 17: post.json["content"] = author.dialect.special
        case 19: post.json["content"] = author.dialect.html([SampleText.others[number / 26 % 6]])
        case 23: post.json["visibility"] = ["unlisted", "private", "direct", "local"][number / 26 % 4]
        case 24: (post.json["pinned"], post.json["bookmarked"], post.json["reblogged"]) = (true, true, true)
        case 25: post.json["content"] = author.dialect.html(paragraphs(12, author.dialect))
        default: break
        }
        posts.append(post)
    }

    private func paragraphs(_ count: Int, _ dialect: SampleDialect) -> [String] {
        (0..<count).map { index in
            let sentences = (0...below(3)).map { _ in one(of: SampleText.sentences) }.joined(separator: " ")
            return index == count - 1 && below(2) == 0
                ? "\(sentences) \(dialect.tag(one(of: SampleText.tags)))" : sentences
        }
    }

    private func attachment(_ number: Int, _ kind: String) -> JSONLine {
        [
            "id": "\(number)", "type": kind, "url": "https://pond.example/media/\(number)",
            "description": below(4) == 0 ? nil : one(of: SampleText.scenes),
            "meta": ["original": ["width": 1_200, "height": 800, "duration": Double(below(400))] as JSONLine]
                as JSONLine,
        ]
    }

    private func poll(_ number: Int, _ time: Date) -> JSONLine {
        let votes = (0..<(2 + number % 3)).map { _ in below(50) }
        let isHidden = number % 5 == 4
        let options = zip(SampleText.sentences, votes).map {
            ["title": $0, "votes_count": isHidden ? nil : $1] as JSONLine
        }
        return [
            "id": "\(number)", "expires_at": number % 4 == 3 ? nil : time.addingTimeInterval(86_400),
            "expired": number % 2 == 0, "multiple": number % 3 == 0, "votes_count": votes.reduce(0, +),
            "voters_count": votes.max(), "options": options, "voted": number % 2 == 0,
            "own_votes": number % 2 == 0 ? [0] : [],
        ]
    }

    private func card(_ post: inout Written) {
        let page = "pages.example/2026/11/\(one(of: SampleText.tags))/\(post.id)"
        post.json["content"] = post.author.dialect.html([
            "\(one(of: SampleText.sentences)) \(post.author.dialect.link(page))"
        ])
        post.json["card"] =
            [
                "url": "https://\(page)", "title": one(of: SampleText.sentences),
                "description": one(of: SampleText.scenes),
                "type": "link", "provider_name": "The Pages", "author_name": "",
            ] as JSONLine
    }

    private func boost(_ other: Written, _ post: inout Written) {
        (post.json["reblog"], post.json["content"], post.isPlain) = (other.json, "", false)
    }

    /// Quotes another post: in Akkoma's shape, in Mastodon's, or in a state in which it is not shown.
    private func quote(_ other: Written, _ number: Int, _ post: inout Written) {
        let states = ["pending", "rejected", "revoked", "deleted", "unauthorized", "blocked_account", "of_tomorrow"]
        post.isPlain = false
        let dialect = post.author.dialect
        let text = dialect.html([one(of: SampleText.sentences)])
        let address = "\(other.author.url)/\(other.id)"
        post.json["content"] = dialect == .mastodon ? dialect.quote(address) + text : text + dialect.quote(address)
        switch number % 3 {
        case 0: post.json["quote"] = ["state": "accepted", "quoted_status": other.json] as JSONLine
        case 1: post.json["quote"] = other.json
        default: post.json["quote"] = ["state": states[number / 3 % states.count]] as JSONLine
        }
    }

    private mutating func answer(_ other: Written, _ post: inout Written) {
        let (dialect, person) = (post.author.dialect, other.author)
        (post.json["in_reply_to_id"], post.json["in_reply_to_account_id"]) = (other.id, person.id)
        let mention = ["id": person.id, "acct": person.handle, "url": person.url, "username": person.user] as JSONLine
        post.json["mentions"] = [mention]
        post.json["content"] = dialect.html(["\(dialect.mention(person)) \(one(of: SampleText.sentences))"])
        guard let index = posts.lastIndex(where: { $0.id == other.id }) else { return }
        posts[index].json["replies_count"] = (posts[index].json["replies_count"] as? Int ?? 0) + 1
    }
}
