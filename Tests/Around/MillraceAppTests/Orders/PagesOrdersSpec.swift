import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import Synchronization
import TestSupport

/// A list of pages in every order: the user scrolls down and up, pulls the list down, gives up and tries again, while
/// pages come, fail, and come late, and somebody writes a post.
final class PagesOrdersSpec: Spec {
    struct Post: Identifiable, Equatable, Sendable { let id: Int }
    enum Place: Hashable, Sendable { case before(Int), after(Int) }
    struct Down: Error, Equatable {}

    struct Older: Action {}
    struct Newer: Action {}
    struct Anew: Action {}
    struct Retry: Action {}
    struct Stop: Action {}
    typealias Loaded = PageLoaded<Page<Post, Place>, Down>

    struct Screen: Equatable {
        var posts = Pages<Post, Place, Down>("posts")

        /// Whether something was loaded after a failure that the user did not ask to be tried again.
        var hasGoneOnAfterFailure = false

        /// How many loads in flight were cancelled because the list is loaded anew, or was given up.
        var cancelled = 0

        /// The newest post when the last reload was begun that has not failed, and was not given up.
        var newestAtReload = 0
    }

    /// A server with posts, in pages of two, and the pages that are on their way.
    final class Server: Sendable {
        private let content = Mutex<(newest: Int, asked: [Place?], cancelled: Int)>((4, [], 0))

        var newest: Int { content.withLock { $0.newest } }
        var asked: [Place?] { content.withLock { $0.asked } }
        var cancelled: Int { content.withLock { $0.cancelled } }
        func noteCancelling() { content.withLock { $0.cancelled += 1 } }
        func write() { content.withLock { $0.newest += 1 } }
        func begin(_ place: Place?) { content.withLock { $0.asked.append(place) } }
        func end(_ place: Place?) {
            content.withLock { content in
                if let index = content.asked.firstIndex(of: place) { content.asked.remove(at: index) }
            }
        }

        func page(_ place: Place?) -> Page<Post, Place> {
            let newest = newest
            let numbers: [Int] =
                switch place {
                case .before(let number): Array((1..<number).reversed().prefix(2))
                case .after(let number): Array((1...newest).filter { $0 > number }.prefix(2).reversed())
                case nil: Array((1...newest).reversed().prefix(2))
                }
            let older = numbers.last.flatMap { $0 > 1 ? Place.before($0) : nil }
            return Page(numbers.map { Post(id: $0) }, next: older, previous: numbers.first.map { .after($0) })
        }
    }

    private static func makeScreen(_ outside: Outside, _ server: Server, on dispatcher: Dispatcher) -> Store<Screen> {
        Store(Screen(), on: dispatcher, name: "screen") { store in
            nonisolated(nonsending) func page(_ place: Place?) async throws(Down) -> Page<Post, Place> {
                server.begin(place)
                defer { server.end(place) }
                let name = place.map { "page \($0)" } ?? "first page"
                do {
                    return try await outside.answer(name, failing: [Down()]) { server.page(place) }
                } catch {
                    if error is CancellationError { server.noteCancelling() }
                    throw Down()
                }
            }
            func loads(_ posts: Pages<Post, Place, Down>) -> Int {
                (posts.loading == nil ? 0 : 1) + (posts.isLoadingPrevious ? 1 : 0)
            }
            func reload(_ state: inout Screen, _ load: (inout Screen) -> Effect) -> Effect {
                let (wasLoading, former) = (state.posts.loading == .first, loads(state.posts))
                let effect = load(&state)
                if !wasLoading, state.posts.loading == .first { state.cancelled += former }
                if !wasLoading, state.posts.loading == .first { state.newestAtReload = server.newest }
                return effect
            }
            store.on(Older.self) { state, _ in
                let hadFailed = state.posts.failure != nil
                let effect = reload(&state) { $0.posts.loadNext(page) }
                if hadFailed, state.posts.loading != nil { state.hasGoneOnAfterFailure = true }
                return effect
            }
            store.on(Anew.self) { state, _ in reload(&state) { $0.posts.refresh(page) } }
            store.on(Retry.self) { state, _ in reload(&state) { $0.posts.retry(page) } }
            store.on(Newer.self) { state, _ in reload(&state) { $0.posts.loadPrevious(page) } }
            store.on(Stop.self) { state, _ in
                state.newestAtReload = 0
                state.cancelled += loads(state.posts)
                return state.posts.cancel()
            }
            store.on(Loaded.self) { state, loaded in
                state.posts.take(loaded)
                if state.posts.failure?.load == .first { state.newestAtReload = 0 }
            }
        }
    }

    /// - Parameters:
    ///   - writes: How many posts are written meanwhile.
    ///   - uses: How often the user does what.
    private static func explorePages(
        faults: Int,
        writes: Int,
        _ uses: [(name: String, action: any Action, times: Int)]
    ) throws -> Exploration {
        try explore(faults: faults, time: .seconds(600)) { world in
            let (server, dispatcher) = (Server(), Dispatcher(on: world.scheduler))
            let screen = makeScreen(world.outside, server, on: dispatcher)
            for use in uses { world.may(use.name, times: use.times) { dispatcher.dispatch(use.action) } }
            world.may("a post is written", times: writes) { server.write() }
            world.compare("server") { [server.newest, server.cancelled] }
            let posts = { screen.state.value.posts }
            world.always("no page is loaded twice at a time") { Set(server.asked).count == server.asked.count }
            world.always("a load is cancelled only where the list is loaded anew, or given up") {
                server.cancelled <= screen.state.value.cancelled
            }
            world.always("what is said to be loading is asked for, and nothing else") {
                server.asked.count
            } equals: {
                (posts().loading == nil ? 0 : 1) + (posts().isLoadingPrevious ? 1 : 0)
            }
            world.always("the posts are those of the server, in its order, and none is missing between them") {
                posts().elements.map(\.id)
            } equals: {
                guard let first = posts().elements.first?.id else { return [] }
                return Array((first - posts().elements.count + 1...first).reversed())
            }
            world.always("after a failure nothing is loaded by scrolling") { !screen.state.value.hasGoneOnAfterFailure }
            world.always("the end is where no post is older") {
                posts().isAtEnd
            } equals: {
                posts().hasLoaded && posts().elements.last?.id == 1
            }
            world.atRest("a reload shows what was there when it was asked for") {
                posts().loading != nil || posts().elements.first?.id ?? 0 >= screen.state.value.newestAtReload
            }
            return Inspection(of: screen)
        }
    }

    func testSpec() {
        describe("in every order, pages") {
            it("are loaded, fail, and are loaded again") {
                let result = try Self.explorePages(
                    faults: 1,
                    writes: Programs.areAll ? 1 : 0,
                    [("scroll down", Older(), 2), ("pull down", Anew(), 1), ("try again", Retry(), 1)]
                )
                expect(result.isComplete).to(beTrue())
            }

            it("come before and behind, and anew, and are given up") {
                let isAll = Programs.areAll
                let result = try Self.explorePages(
                    faults: 0,
                    writes: 1,
                    [
                        ("scroll down", Older(), isAll ? 2 : 1), ("scroll up", Newer(), 1), ("pull down", Anew(), 1),
                        ("stop", Stop(), isAll ? 1 : 0),
                    ]
                )
                expect(result.isComplete).to(beTrue())
            }
        }
    }
}
