import Foundation
import Millrace
import MillraceApp
import MillraceEntities
import MillraceHistory
import MillraceNetwork
import MillraceSpecs
import Synchronization
import TestSupport

/// What a server with a feed has, the newest post first.
private struct FeedData {
    private(set) var posts: [(id: Int, likes: Int)] = []
    private var lastID = 0
    var isUp = true
    var delay = Duration.seconds(1)
    var authorName = "Ada"

    mutating func publish() {
        lastID += 1
        posts.insert((lastID, 0), at: 0)
    }

    mutating func like(_ position: Int) { posts[position].likes += 1 }

    mutating func remove(_ position: Int) -> EntityID { EntityID("post", posts.remove(at: position).id) }

    func answer(_ posts: some Sequence<(id: Int, likes: Int)>) throws(EntityError) -> EntityAnswer {
        let author = #"{"id": 1, "name": "\#(authorName)"}"#
        let texts = posts.map { #"{"id": \#($0.id), "likes": \#($0.likes), "author": \#(author)}"# }
        return try EntityAnswer("[\(texts.joined(separator: ","))]".utf8, as: .many("post"), in: feedSchema)
    }
}

/// A server that answers after a while what it had when it was asked.
private final class FeedServer: Sendable {
    let scheduler: TestScheduler
    private let stored = Mutex(FeedData())

    var data: FeedData {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    init(_ scheduler: TestScheduler, count: Int) {
        self.scheduler = scheduler
        for _ in 0..<count { data.publish() }
    }

    func page(after: String?) async throws(RequestError) -> (EntityAnswer, next: String?) {
        let data = data
        let page = data.posts.drop { post in after.map { post.id >= Int($0) ?? 0 } ?? false }.prefix(3)
        let next = page.last.flatMap { $0.id == data.posts.last?.id ? nil : "\($0.id)" }
        try? await scheduler.sleep(for: data.delay)
        if !data.isUp { throw RequestError(.noNetwork, request: "GET /posts", attempts: 1) }
        do {
            return (try data.answer(page), next)
        } catch {
            throw RequestError(.undecodable(DecodingProblem(error, in: Data())), request: "GET /posts", attempts: 1)
        }
    }

    var services: FeedServices {
        FeedServices { after async throws(RequestError) in try await self.page(after: after) }
    }
}

private func feed(_ server: FeedServer) -> (store: Store<FeedState>, screen: FeedScreen) {
    let store = makeFeed(with: server.services, on: Dispatcher(on: server.scheduler))
    return (store, FeedScreen(store))
}

/// A list of entities that is loaded page by page.
final class EntityPagesSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()

        it("shows pages, pushes and failures") {
            let server = FeedServer(scheduler, count: 5)
            let (store, screen) = feed(server)
            var shown: [String] = []
            let subscription = screen.rows.observable.observe { rows in
                shown = rows.map { row in row.value.map { "\($0.id) \($0.likes) \($0.author.name)" } ?? "?" }
            }
            func dispatch(_ action: some Action) {
                store.dispatcher.dispatch(action)
                scheduler.run()
            }
            dispatch(ShowMore())
            expect(shown) == ["5 0 Ada", "4 0 Ada", "3 0 Ada"]
            server.data.like(1)
            server.data.publish()
            server.data.authorName = "Grace"
            dispatch(PostPushed(post: try server.data.answer(server.data.posts.prefix(1))))
            expect(shown) == ["6 0 Grace", "5 0 Grace", "4 0 Grace", "3 0 Grace"]
            server.data.isUp = false
            dispatch(ShowMore())
            expect(screen.problem.value) == "There is no network."
            expect(store.state.value.posts.failure?.error.isPassing) == true
            server.data.isUp = true
            dispatch(TappedRetry())
            expect(screen.problem.value).to(beNil())
            expect(shown.suffix(2)) == ["2 0 Grace", "1 0 Grace"]
            expect(store.state.value.posts.isAtEnd).to(beTrue())
            dispatch(PulledDown())
            expect(shown) == ["6 0 Grace", "5 0 Grace", "4 1 Grace"]
            expect(store.state.value.posts.pageCount) == 1
            dispatch(PostDeleted(post: EntityID("post", 5)))
            expect(shown) == ["6 0 Grace", "4 1 Grace"]
            subscription.cancel()
        }

        it("does not show an answer that is older than a push") {
            let server = FeedServer(scheduler, count: 3)
            let (store, screen) = feed(server)
            store.dispatcher.dispatch(ShowMore())
            scheduler.advance(by: .milliseconds(500))
            server.data.like(0)
            server.data.publish()
            store.dispatcher.dispatch(PostPushed(post: try server.data.answer(server.data.posts.prefix(2))))
            let gone = server.data.remove(3)
            store.dispatcher.dispatch(PostDeleted(post: gone))
            scheduler.run()
            let shown = screen.rows.value.map { "\($0.id) \($0.value?.likes ?? -1)" }
            expect(shown) == ["post 4 0", "post 3 1", "post 2 0"]
        }

        it("is the same after a recording") {
            let server = FeedServer(scheduler, count: 8)
            let recorded = Recorder()
            let dispatcher = Dispatcher(on: scheduler)
            let store = makeFeed(with: server.services, on: dispatcher)
            let recorder = dispatcher.register { recorded.actions.append($0) }
            for isUp in [true, true, false] {
                server.data.isUp = isUp
                dispatcher.dispatch(ShowMore())
                scheduler.run()
            }
            dispatcher.dispatch(PulledDown())
            scheduler.run()
            let replay = makeFeed(with: FeedServices { _ in fatalError() }, on: Dispatcher(on: TestScheduler()))
            for action in recorded.actions { replay.dispatcher.dispatch(try self.copy(action)) }
            expect(replay.state.value) == store.state.value
            expect(FeedScreen(replay).problem.value) == "There is no network."
            expect(StateDigest(of: replay.state.value)) == StateDigest(of: store.state.value)
            dispatcher.unregister(recorder)
        }
    }

    private final class Recorder { var actions: [any Action] = [] }

    /// An action that was written and read again, as by a recording.
    private func copy(_ action: any Action) throws -> any Action {
        guard let loaded = action as? PageLoaded<PostsAnswer, RequestError> else { return action }
        return try JSONDecoder().decode(PageLoaded<PostsAnswer, RequestError>.self, from: JSONEncoder().encode(loaded))
    }
}

/// Random pages, refreshes, failures and pushes beside a plain list.
final class EntityPagesProgramsSpec: Spec {
    /// The list as plain code keeps it.
    private struct PlainList {
        var ids: [Int] = []
        var formerIDs: [Int] = []
        var awaited: (load: Int, isFirst: Bool)?
        var loads = 0
        var failed: Bool?
        var hasLoaded = false
        var isAtEnd = false

        mutating func begin(_ isFirst: Bool) {
            loads += 1
            (awaited, failed, formerIDs) = ((loads, isFirst), nil, ids)
        }

        mutating func take(_ loaded: PageLoaded<PostsAnswer, RequestError>) {
            guard let awaited, awaited.load == loaded.load else { return }
            self.awaited = nil
            guard case .success(let answer) = loaded.result else {
                failed = awaited.isFirst
                return
            }
            let page = answer.posts.entities.compactMap { Int($0.key) }
            if awaited.isFirst {
                let added = ids.prefix { !page.contains($0) }.filter { !formerIDs.contains($0) }
                let removed = formerIDs.filter { !ids.contains($0) }
                ids = added + page.filter { !removed.contains($0) }
            } else {
                ids += page.filter { !ids.contains($0) }
            }
            (hasLoaded, isAtEnd) = (true, answer.next == nil)
        }
    }

    private func runProgram(_ random: inout SeededGenerator) throws -> String? {
        let scheduler = TestScheduler()
        let server = FeedServer(scheduler, count: Int.random(in: 0...12, using: &random))
        let (store, screen) = feed(server)
        let plain = Variable(PlainList())
        let dispatcher = store.dispatcher
        let registration = dispatcher.register { action in
            plain.update { plain in
                switch action {
                case is ShowMore where plain.awaited == nil && plain.failed == nil && !plain.isAtEnd:
                    plain.begin(!plain.hasLoaded)
                case is PulledDown where plain.awaited?.isFirst != true: plain.begin(true)
                case is TappedRetry: if let failed = plain.failed { plain.begin(failed) }
                case let loaded as PageLoaded<PostsAnswer, RequestError>: plain.take(loaded)
                case let pushed as PostPushed:
                    for id in pushed.post.entities.compactMap({ Int($0.key) }) where !plain.ids.contains(id) {
                        plain.ids.insert(id, at: 0)
                    }
                case let deleted as PostDeleted: plain.ids.removeAll { "\($0)" == deleted.post.key }
                default: break
                }
            }
        }
        var followed: [EntityRow<PostRow>] = []
        let observation = screen.rows.observeChanges { change in
            switch change {
            case .initial(let rows), .reset(let rows): followed = Array(rows)
            case .update(let rows, let changes): changes.apply(to: &followed) { rows[$0] }
            }
        }
        /// What is wrong; nil if nothing is.
        func problem() -> String? {
            let (list, plain) = (store.state.value.posts, plain.value)
            if list.elements.map(\.key) != plain.ids.map(String.init) { return "\(list.elements), not \(plain.ids)" }
            if list.loading != plain.awaited.map({ $0.isFirst ? Posts.Load.first : .next }) { return "loading \(list)" }
            if (list.failure?.load == .first) != (plain.failed == true) { return "failed \(list)" }
            if list.isAtEnd != (plain.hasLoaded && plain.isAtEnd) { return "the end \(list)" }
            // Every change is pushed, so what is shown is what the server has, whatever answers come late.
            let likes = Dictionary(uniqueKeysWithValues: server.data.posts.map { ($0.id, $0.likes) })
            let expected = plain.ids.filter { likes[$0] != nil }
            let shown = followed.compactMap(\.value)
            if shown.map(\.id) != expected { return "shown \(shown.map(\.id)), not \(expected)" }
            if let wrong = shown.first(where: { $0.likes != likes[$0.id] }) { return "\(wrong) is out of date" }
            return nil
        }
        defer {
            withExtendedLifetime(observation) {}
            dispatcher.unregister(registration)
        }
        for step in 0..<60 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: dispatcher.dispatch(ShowMore())
            case 2: dispatcher.dispatch(PulledDown())
            case 3: dispatcher.dispatch(TappedRetry())
            case 4: server.data.isUp = Int.random(in: 0..<4, using: &random) > 0
            case 5:
                server.data.publish()
                dispatcher.dispatch(PostPushed(post: try server.data.answer(server.data.posts.prefix(1))))
            case 6 where !server.data.posts.isEmpty:
                let position = server.data.posts.indices.randomElement(using: &random) ?? 0
                server.data.like(position)
                let post = server.data.posts[position]
                // What is not shown is not pushed to the front.
                if store.state.value.posts.elements.contains(id: EntityID("post", post.id)) {
                    dispatcher.dispatch(PostPushed(post: try server.data.answer([post])))
                } else {
                    dispatcher.dispatch(PostChanged(post: try server.data.answer([post])))
                }
            case 7 where !server.data.posts.isEmpty:
                let position = server.data.posts.indices.randomElement(using: &random) ?? 0
                dispatcher.dispatch(PostDeleted(post: server.data.remove(position)))
            default: scheduler.advance(by: .milliseconds(Int.random(in: 0...1_200, using: &random)))
            }
            server.data.delay = .milliseconds(Int.random(in: 100...1_500, using: &random))
            if let problem = problem() { return "step \(step): \(problem)" }
        }
        // Whatever happened, the list can be loaded to its end, and then is what the server has.
        server.data.isUp = true
        scheduler.run()
        dispatcher.dispatch(TappedRetry())
        for _ in 0..<30 {
            scheduler.run()
            dispatcher.dispatch(ShowMore())
        }
        if let problem = problem() { return "at the end: \(problem)" }
        let (shown, all) = (followed.compactMap(\.value?.id), server.data.posts.map(\.id))
        return shown == all ? nil : "at the end: \(shown), not \(all)"
    }

    func testSpec() {
        it("show what the server has, in the order of a plain list") {
            runPrograms(100) { random in
                do { return try self.runProgram(&random) } catch { return "\(error)" }
            }
        }
    }
}
