import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

private struct Post: Identifiable, Equatable, Codable { let id: Int }

private struct Older: Action {}
private struct Newer: Action {}
private struct Refresh: Action {}
private struct Stop: Action {}
private struct Down: Error, Codable, Equatable {}

private enum Place: Codable, Equatable {
    case before(Int), after(Int)
}

private typealias PostPages = Pages<Post, Place, Down>
private typealias Loaded = PageLoaded<Page<Post, Place>, Down>

/// A server to which posts come, the newest first, in pages of three.
private final class PostServer {
    var newest = 10
    var isFailing = false
    var asked: [Place?] = []
    let scheduler: TestScheduler

    init(on scheduler: TestScheduler) { self.scheduler = scheduler }

    nonisolated(nonsending) func page(_ place: Place?) async throws(Down) -> Page<Post, Place> {
        asked.append(place)
        try? await scheduler.sleep(for: .seconds(1))
        if isFailing { throw Down() }
        let numbers: [Int] =
            switch place {
            case .before(let number): Array((1..<number).reversed().prefix(3))
            case .after(let number): Array((1...max(1, newest)).filter { $0 > number }.prefix(3).reversed())
            case nil: newest == 0 ? [] : Array((1...newest).reversed().prefix(3))
            }
        let older = numbers.last.flatMap { $0 > 1 ? Place.before($0) : nil }
        return Page(numbers.map { Post(id: $0) }, next: older, previous: numbers.first.map { .after($0) })
    }
}

/// A list to which newer elements come in front, page by page.
final class PreviousPagesSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var server: PostServer!
        var store: Store<PostPages>!

        beforeEach { (server, store) = makeStore(on: scheduler) }
        afterEach { (store, server) = (nil, nil) }

        func dispatch(_ actions: any Action...) { for action in actions { store.dispatcher.dispatch(action) } }
        func ids() -> [Int] { store.state.value.elements.map(\.id) }

        describe("what is newer") {
            it("comes in front, one page after the other, and nothing is missing") {
                dispatch(Newer())
                expect(store.effectsInFlight.value) == 0
                dispatch(Older())
                scheduler.run()
                server.newest = 14
                dispatch(Newer(), Newer())
                expect(store.state.value.isLoadingPrevious) == true
                expect(store.isInFlight("posts previous").value) == true
                expect(restlessParts(of: store.state.value)) == ["loading the page before"]
                scheduler.run()
                expect(restlessParts(of: store.state.value)).to(beEmpty())
                expect(ids()) == [13, 12, 11, 10, 9, 8]
                dispatch(Newer())
                scheduler.run()
                dispatch(Newer())
                scheduler.run()
                expect(ids()) == [14, 13, 12, 11, 10, 9, 8]
                expect(server.asked) == [nil, .after(10), .after(13), .after(14)]
                // What brought nothing leaves the place where it was.
                server.newest = 15
                dispatch(Newer())
                scheduler.run()
                expect(ids().first) == 15
                expect(store.state.value.pageCount) == 1
            }

            it("is loaded beside what is older") {
                dispatch(Older())
                scheduler.run()
                server.newest = 11
                dispatch(Older(), Newer())
                expect(store.effectsInFlight.value) == 2
                scheduler.run()
                expect(ids()) == [11, 10, 9, 8, 7, 6, 5]
            }

            it("is the first page again, where that was empty") {
                server.newest = 0
                dispatch(Older())
                scheduler.run()
                server.newest = 2
                dispatch(Newer())
                scheduler.run()
                expect(ids()) == [2, 1]
                expect(server.asked) == [nil, nil]
            }

            it("may fail, and is asked for again; what is older is loaded meanwhile") {
                dispatch(Older())
                scheduler.run()
                (server.isFailing, server.newest) = (true, 11)
                dispatch(Newer())
                scheduler.run()
                expect(store.state.value.previousFailure) == Down()
                expect(store.state.value.canLoadNext) == true
                server.isFailing = false
                dispatch(Newer())
                expect(store.state.value.previousFailure).to(beNil())
                scheduler.run()
                expect(ids()) == [11, 10, 9, 8]
            }

            it("is cancelled by a refresh, which begins anew from the top") {
                dispatch(Older())
                scheduler.run()
                server.newest = 20
                dispatch(Newer())
                scheduler.advance(by: .milliseconds(500))
                dispatch(Refresh(), Newer())
                expect(store.effectsInFlight.value) == 1
                scheduler.run()
                expect(ids()) == [20, 19, 18]
                expect(store.state.value.previousCursor) == .after(20)
            }

            it("is ignored where nobody waits for it") {
                dispatch(Older())
                scheduler.run()
                let page = Loaded(Page([Post(id: 99)], next: nil), of: "posts previous", load: 1)
                dispatch(page)
                dispatch(Newer(), Stop(), page)
                dispatch(Newer(), page)
                expect(ids()) == [10, 9, 8]
                expect(store.effectsInFlight.value) == 1
            }

            it("is known after decoding") {
                dispatch(Older())
                scheduler.run()
                let data = try JSONEncoder().encode(store.state.value)
                expect(try JSONDecoder().decode(PostPages.self, from: data)) == store.state.value
            }
        }

        it("has no gap and nothing twice, in any order of loads") {
            runPrograms(200) { random in
                let scheduler = TestScheduler()
                let (server, store) = makeStore(on: scheduler)
                for _ in 0..<40 {
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: store.dispatcher.dispatch(Older())
                    case 1, 2: store.dispatcher.dispatch(Newer())
                    case 3: store.dispatcher.dispatch(Refresh())
                    case 4: server.newest += Int.random(in: 0...5, using: &random)
                    case 5: server.isFailing = Int.random(in: 0..<4, using: &random) == 0
                    default: scheduler.advance(by: .milliseconds(Int.random(in: 0...1_200, using: &random)))
                    }
                    let ids = store.state.value.elements.map(\.id)
                    guard let first = ids.first else { continue }
                    if ids != Array(((first - ids.count + 1)...first).reversed()) { return "\(ids)" }
                }
                return nil
            }
        }
    }
}

private func makeStore(on scheduler: TestScheduler) -> (PostServer, Store<PostPages>) {
    let server = PostServer(on: scheduler)
    let fetch: PostPages.Fetch<Page<Post, Place>> = { place async throws(Down) in try await server.page(place) }
    let store = Store(PostPages("posts"), on: Dispatcher(on: scheduler)) { store in
        store.on(Older.self) { state, _ in state.failure == nil ? state.loadNext(fetch) : state.retry(fetch) }
        store.on(Newer.self) { state, _ in state.loadPrevious(fetch) }
        store.on(Refresh.self) { state, _ in state.refresh(fetch) }
        store.on(Stop.self) { state, _ in state.cancel() }
        store.on(Loaded.self) { state, loaded in state.take(loaded) }
    }
    return (server, store)
}
