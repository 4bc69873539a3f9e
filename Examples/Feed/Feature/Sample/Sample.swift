import Foundation
import Millrace

/// Posts of all shapes, in the JSON of Mastodon's API: the same in each run, by nobody who exists.
enum Sample {
    /// An array of posts, the newest first. They answer, boost and quote each other.
    static func posts(count: Int = 1_012) -> [UInt8] {
        var writer = SampleWriter()
        let posts = (0..<count).map { writer.post($0) }
        return Array("[\(posts.reversed().joined(separator: ",\n"))]".utf8)
    }
}

/// Writes posts by the shapes of the resources, the oldest first, with seeded random numbers.
private struct SampleWriter {
    /// A post to which others refer. It says something of its own, and refers to none itself.
    private struct Plain {
        let id: String
        let author: Person
        let json: String
    }

    private struct Person {
        let account: Account
        let json: String

        init?(_ json: String) {
            guard let account = try? JSONDecoder().decode(Account.self, from: Data(json.utf8)) else { return nil }
            (self.account, self.json) = (account, json)
        }
    }

    private let shapes = lines("shapes", "jsonl")
    private let sentences = lines("sentences", "txt")
    private let people = lines("people", "jsonl").compactMap { Person($0) }
    private let random = RandomNumbers.seeded(30)
    private var plain: [Plain] = []

    private static func lines(_ name: String, _ suffix: String) -> [String] {
        let url = Bundle.module.url(forResource: name, withExtension: suffix)
        let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    private func one<Element>(of elements: some Collection<Element>) -> Element {
        elements[elements.index(elements.startIndex, offsetBy: Int(random.next() % UInt64(elements.count)))]
    }

    mutating func post(_ number: Int) -> String {
        let (id, author, shape) = ("\(115_000_000 + number * 7)", one(of: people), shapes[number % shapes.count])
        let time = Date(timeIntervalSince1970: Double(1_795_860_000 - (1_012 - number) * 540))
        var json = """
            {"id": "\(id)", "url": "\(author.account.url ?? "")/\(id)", "account": \(author.json), "created_at": "\(time.iso)", \
            "replies_count": $count, "reblogs_count": $count, "favourites_count": $count, \(shape.dropFirst(2))
            """
        let values = ["$id": id, "$later": time.addingTimeInterval(86_400).iso]
        for (name, value) in values { json.replace(name, with: value) }
        if let other = plain.isEmpty ? nil : one(of: plain.suffix(20)) {
            json.replace("\"$other\"", with: other.json)
            let account = other.author.account
            for (name, value) in [
                ("$otherID", other.id), ("$otherAuthor", account.id), ("$otherHandle", account.handle),
                ("$otherUser", String(account.handle.prefix { $0 != "@" })), ("$otherURL", account.url ?? ""),
            ] { json.replace(name, with: value) }
        }
        while let place = json.firstRange(of: "$text") { json.replaceSubrange(place, with: one(of: sentences)) }
        json.replace("\"$count\"", with: "$count")
        while let place = json.firstRange(of: "$count") { json.replaceSubrange(place, with: "\(random.next() % 90)") }
        if shape.hasPrefix("+") { plain.append(Plain(id: id, author: author, json: json)) }
        return json
    }
}

extension Date {
    fileprivate var iso: String { formatted(.iso8601) }
}
