import Millrace
import MillraceApp
import MillraceEntities
import MillraceTerminal

/// Does what the lines of a script say, one after the other.
public struct FeedScript {
    private let feed: Feed
    private let patience: Duration
    private let answers: ScriptAnswers
    private let answer: (String) -> Void

    /// Creates a script.
    ///
    /// - Parameters:
    ///   - patience: How long a command waits at most.
    ///   - answer: Called with each line of the answers.
    public init(
        of feed: Feed,
        patience: Duration,
        asJSON: Bool = false,
        answer: @escaping (String) -> Void
    ) {
        (self.feed, self.patience, self.answer) = (feed, patience, answer)
        answers = ScriptAnswers(asJSON: asJSON, setting: RecipeSetting(zone: feed.services.zone))
    }

    /// Waits until the first list is there.
    public nonisolated(nonsending) func begin() async throws(ProgramExit) { try await settle() }

    /// Shows where the list stands, and its first posts: as a screen of 80 columns has them, or as JSON.
    public func showOverview() {
        answer(answers.status(feed.status.value))
        let first = listed.prefix(4)
        if answers.asJSON { return first.forEach { answer(answers.post($0)) } }
        answer("")
        showRows(of: first, columns: 80)
    }

    /// Does what a line says. An empty line says nothing, nor does a remark, which begins with "#".
    public nonisolated(nonsending) func run(_ line: String) async throws(ProgramExit) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = words.first, !name.hasPrefix("#") else { return }
        let rest = words.count > 1 ? words[1].trimmingPrefix { $0 == " " } : ""
        func number(or usual: Int) throws(ProgramExit) -> Int {
            guard let number = rest.isEmpty ? usual : Int(rest), (1...1_000_000).contains(number) else {
                throw .unknown("\(name) needs a number, from 1")
            }
            return number
        }
        func post() throws(ProgramExit) -> Post {
            if let post = feed.post(EntityID(.post, String(rest))) { return post }
            throw .unknown("there is no post \(rest)")
        }
        switch name {
        case "posts": for listed in listed.prefix(try number(or: 20)) { answer(answers.post(listed)) }
        case "rows": showRows(of: listed, columns: min(try number(or: 80), 1_000))
        case "status": answer(answers.status(feed.status.value))
        case "new": try await go(LoadPosts(load: .newer, place: place.screen))
        case "older": try await go(LoadPosts(load: .older, place: place.screen))
        case "tab": try await selectTab(String(rest))
        case "thread":
            feed.showThread(of: try post())
            try await tell()
        case "profile":
            feed.showProfile(of: try post())
            try await tell()
        case "back": try await go(Go.back)
        case "open": feed.toggleOpen(try post())
        case "star": try await mark(try post(), isOn: true)
        case "unstar": try await mark(try post(), isOn: false)
        case "only":
            let kind = PostFilter.Kind(rawValue: String(rest))
            guard kind != nil || rest == "all" else { throw .unknown("there is no kind \(rest)") }
            feed.filter(PostFilter(kind: kind, text: filter.text))
        case "find": feed.filter(PostFilter(kind: filter.kind, text: String(rest)))
        default: throw .unknown("there is no command \(line)")
        }
    }

    // MARK: What is shown

    private var place: Route<FeedPlace>.Place { feed.route.state.value.topPlace }
    private var list: FeedList? { feed.posts.state.value.lists[place.screen] }
    private var filter: PostFilter { feed.screen(at: place).value.filter }
    private var listed: [ListedPost] { feed.posts(at: place).value.filter { $0.isShown(by: filter) } }

    private func showRows(of posts: some Sequence<ListedPost>, columns: Int) {
        let setting = feed.rowSetting(at: place).value
        let rows = feed.profile(at: place.screen) + posts.flatMap { $0.rows(setting) }
        for line in rows.flatMap({ $0.lines(columns: columns) }) { answer(answers.row(line.text)) }
    }

    // MARK: What takes time

    private nonisolated(nonsending) func go(_ action: some Action) async throws(ProgramExit) {
        feed.dispatcher.dispatch(action)
        try await tell()
    }

    private nonisolated(nonsending) func selectTab(_ name: String) async throws(ProgramExit) {
        guard let tab = feed.route.state.value.tabs.first(where: { $0.root.description == name }) else {
            throw .unknown("there is no list \(name)")
        }
        try await go(Go.select(tab.root))
    }

    /// Tells what is known of the list, when it has settled.
    private nonisolated(nonsending) func tell() async throws(ProgramExit) {
        try await settle()
        answer(answers.status(feed.status.value))
    }

    private nonisolated(nonsending) func mark(_ post: Post, isOn: Bool) async throws(ProgramExit) {
        guard let id = post.content.map({ EntityID(.post, $0.id) }) else { throw .unknown("the post is gone") }
        feed.dispatcher.dispatch(MarkFavourite(post: id, isOn: isOn))
        let isSaved = feed.posts.state.select { $0.outbox.status(of: id) == .saved }
        let isInTime = await isSaved.isTrue(within: patience, on: feed.services.clock)
        if let refusal = feed.posts.state.value.refusal { throw ProgramExit(refusal.oneLine, exitCode: 77) }
        guard isInTime else {
            throw ProgramExit("the server did not answer in time. It is told with the next run.", exitCode: 75)
        }
        answer(answers.did(isOn ? "starred" : "unstarred", id.key))
    }

    /// Waits until the list has what it is loading, or cannot be loaded.
    private nonisolated(nonsending) func settle() async throws(ProgramExit) {
        let isSettled = feed.status.map { !$0.isLoading }
        guard await isSettled.isTrue(within: patience, on: feed.services.clock) else {
            throw ProgramExit("the server did not answer in time", exitCode: 75)
        }
        if let error = list?.posts.failure?.error ?? list?.posts.previousFailure {
            throw ProgramExit(error.message.oneLine, exitCode: 69)
        }
    }
}

extension ProgramExit {
    /// What a script asks for cannot be understood, or is not there.
    fileprivate static func unknown(_ what: String) -> ProgramExit {
        ProgramExit("\(what). To fix: see feed --help.".oneLine, exitCode: 65)
    }
}
