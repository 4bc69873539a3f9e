import Foundation
import MillraceNetwork
import Synchronization

/// A small server in memory, which has posts and answers as those do that speak Mastodon's API: for files, the sample and
/// specs.
public final class PostServer: Sendable {
    private let posts: [StoredPost]
    /// The posts, and behind them those within them.
    private let all: [StoredPost]
    /// Where each is, by its identity.
    private let places: [String: Int]
    private let pageSize: Int
    private let state: Mutex<State>

    /// What changes at it.
    struct State: Equatable {
        /// How many of the newest posts are still to come.
        var coming: Int
        var favourites: Set<String> = []
    }

    /// A server that has posts, the newest first. What comes twice is there once.
    ///
    /// - Parameters:
    ///   - files: Each is a post, an array of posts, or an answer that has such arrays.
    ///   - coming: How many of the newest come only when somebody asks for what is new.
    ///   - pageSize: How many posts a page has.
    /// - Throws: Why something is no JSON of posts, with its line.
    public init(_ files: [Data], coming: Int = 0, pageSize: Int = 40) throws {
        var seen: Set<String> = []
        posts = try files.flatMap { try StoredPost.posts(in: $0) }.filter { seen.insert($0.id).inserted }
        all = posts + posts.flatMap(\.within)
        places = Dictionary(zip(all.lazy.map(\.id), all.indices)) { first, _ in first }
        self.pageSize = pageSize
        let favourites = places.values.lazy.map { [all] in all[$0] }.filter(\.isFavourite).map(\.id)
        state = Mutex(State(coming: min(coming, posts.count), favourites: Set(favourites)))
    }

    /// A post, or one within a post.
    private func known(_ id: String) -> StoredPost? { places[id].map { all[$0] } }

    /// What has changed at it.
    var present: State { state.withLock { $0 } }

    /// How many posts there are.
    public var count: Int { posts.count }

    /// Answers requests.
    public var transport: FunctionTransport { FunctionTransport { [self] request in answer(to: request) } }

    /// The answer to a request.
    func answer(to request: HTTPRequest) -> Response {
        let parts = request.url.path.split(separator: "/").dropFirst(2).map(String.init)
        let query = HTTPLink(request.url.absoluteString).query
        switch (parts.first, parts.dropFirst().first, parts.dropFirst(2).first) {
        case ("timelines", "public", nil) where query.contains(QueryItem("local", "true")):
            return page(query, request) { $0.author?.handle.contains("@") != true }
        case ("timelines", _, nil): return page(query, request) { _ in true }
        case ("favourites", nil, nil): return page(query, request) { [self] in isFavourite($0) }
        case ("accounts", let id?, "statuses"): return page(query, request) { $0.author?.id == id }
        case ("accounts", let id?, nil):
            let author = all.lazy.compactMap(\.author).first { $0.id == id }
            return author.map { Response(json: $0.json) } ?? .unknown
        case ("statuses", let id?, "context"): return known(id).map(context) ?? .unknown
        case ("statuses", let id?, let verb): return known(id).map { answer(verb, about: $0) } ?? .unknown
        default: return .unknown
        }
    }

    private func answer(_ verb: String?, about post: StoredPost) -> Response {
        state.withLock { state in
            if verb == "favourite" { state.favourites.insert(post.id) }
            if verb == "unfavourite" { state.favourites.remove(post.id) }
        }
        return Response(json: json(post))
    }

    /// A page of the posts that belong to a list, and where the pages before and after it are.
    private func page(
        _ query: [QueryItem],
        _ request: HTTPRequest,
        _ isListed: (StoredPost) -> Bool
    ) -> Response {
        func place(_ name: String) -> Int? {
            query.first { $0.name == name }?.value.flatMap { places[$0] }.flatMap { $0 < posts.count ? $0 : nil }
        }
        let (newest, last) = (place("min_id"), place("max_id"))
        let first = state.withLock { state in
            if newest != nil { state.coming = 0 }
            return state.coming
        }
        // What comes next before a post, or what begins behind one.
        let start = min(max(first, last.map { $0 + 1 } ?? 0), posts.count)
        let found =
            newest.map { firstPosts(at: (0..<$0).reversed(), where: isListed) }
            ?? firstPosts(at: start..<posts.count, where: isListed)
        let isFollowed = newest == nil && found.count > pageSize
        let page = newest == nil ? Array(found.prefix(pageSize)) : found.prefix(pageSize).reversed()
        let older = isFollowed ? page.last.map { query.link("max_id", $0.id, "next") } : nil
        let newer = page.first.map { query.link("min_id", $0.id, "prev") }
        let links = [older, newer].compactMap(\.self).map { HTTPHeader("Link", "<\(request.url.path)\($0)") }
        return Response(headers: links, json: Data(array: page.map(json)))
    }

    /// The posts of a page that are found first, and one more, which tells that they are not all. It looks at no others.
    func firstPosts(at places: some Sequence<Int>, where isListed: (StoredPost) -> Bool) -> [StoredPost] {
        withoutActuallyEscaping(isListed) { isListed in
            Array(places.lazy.map { self.posts[$0] }.filter(isListed).prefix(pageSize + 1))
        }
    }

    /// What a post answers, and what answers it, each behind what it answers.
    private func context(of post: StoredPost) -> Response {
        var (above, below): ([StoredPost], [StoredPost]) = ([], [])
        var seen: Set = [post.id]
        var next = post.answered
        while let parent = next.flatMap({ known($0) }), seen.insert(parent.id).inserted {
            above.insert(parent, at: 0)
            next = parent.answered
        }
        let answers = Dictionary(grouping: posts) { $0.answered }
        var waiting = [post.id]
        while let id = waiting.popLast() {
            let found = (answers[id] ?? []).filter { seen.insert($0.id).inserted }
            if id != post.id, let answer = known(id) { below.append(answer) }
            waiting += found.map(\.id)
        }
        let ancestors = Data(#"{"ancestors":"#.utf8) + Data(array: above.map(json))
        return Response(
            json: ancestors + Data(#","descendants":"#.utf8) + Data(array: below.map(json)) + Data("}".utf8)
        )
    }

    private func isFavourite(_ post: StoredPost) -> Bool { state.withLock { $0.favourites.contains(post.id) } }

    /// A post as it is now. Of two fields of one name the last one counts.
    private func json(_ post: StoredPost) -> Data {
        let isFavourite = isFavourite(post)
        let count = post.favourites + (isFavourite ? 1 : 0) - (post.isFavourite ? 1 : 0)
        return post.json.dropLast() + Data(",\"favourited\":\(isFavourite),\"favourites_count\":\(count)}".utf8)
    }
}

extension Response {
    fileprivate static let unknown = Response(404, json: Data(#"{"error":"Record not found"}"#.utf8))

    /// An answer of JSON.
    fileprivate init(_ status: Int = 200, headers: [HTTPHeader] = [], json: Data) {
        self.init(status, headers: headers + [HTTPHeader("Content-Type", "application/json")], body: json)
    }
}

extension Data {
    /// An array of JSON.
    fileprivate init(array elements: [Data]) {
        self = Data("[".utf8)
        for element in elements {
            if count > 1 { append(UInt8(ascii: ",")) }
            append(element)
        }
        append(UInt8(ascii: "]"))
    }
}

extension [QueryItem] {
    /// The query of another page, and the end of the link to it.
    fileprivate func link(_ name: String, _ id: String, _ relation: String) -> String {
        let local = contains { $0.name == "local" } ? "local=true&" : ""
        return "?\(local)\(name)=\(id.pathComponent)>; rel=\"\(relation)\""
    }
}

extension PostServer {
    /// A server with the sample, whose newest dozen comes a little later.
    public static func sample() throws -> PostServer { try PostServer([Data(Sample.posts())], coming: 12) }
}
