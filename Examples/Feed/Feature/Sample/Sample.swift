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
        let id: Int
        let user: String
        let handle: String
        let url: String
        let name: String

        init(id: Int, _ line: String) {
            let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            (self.id, user, name, url) = (id, words[0], words[2], "https://\(words[1])/@\(words[0])")
            handle = words[1] == "pond.example" ? user : "\(user)@\(words[1])"
        }

        var json: String {
            """
            {"id": "\(id)", "username": "\(user)", "acct": "\(handle)", "display_name": "\(name)", "url": "\(url)", \
            "bot": \(user == "wheel"), "locked": \(user == "ned"), "note": "<p>I live by the river.</p><p>And you?</p>", \
            "fields": [{"name": "Garden", "value": "<a href='\(url)'>\(url)</a>"}], "statuses_count": \(id * 84), \
            "followers_count": \(id * 12), "following_count": \(id * 7)}
            """
        }
    }

    private let shapes = lines("shapes", "jsonl")
    private let sentences = lines("sentences", "txt")
    private let people = lines("people", "txt").enumerated().map { Person(id: $0 + 1, $1) }
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
            {"id": "\(id)", "url": "\(author.url)/\(id)", "account": \(author.json), "created_at": "\(time.iso)", \
            "replies_count": $count, "reblogs_count": $count, "favourites_count": $count, \(shape.dropFirst(2))
            """
        let values = ["$id": id, "$later": time.addingTimeInterval(86_400).iso]
        for (name, value) in values { json.replace(name, with: value) }
        if let other = plain.isEmpty ? nil : one(of: plain.suffix(20)) {
            json.replace("\"$other\"", with: other.json)
            for (name, value) in [
                ("$otherID", other.id), ("$otherAuthor", "\(other.author.id)"), ("$otherUser", other.author.user),
                ("$otherHandle", other.author.handle), ("$otherURL", other.author.url),
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
