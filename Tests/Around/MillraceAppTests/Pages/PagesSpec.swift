import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

private struct Item: Identifiable, Equatable, Codable {
    let id: Int
    var text = ""
}

private struct Next: Action {}
private struct Refresh: Action {}
private struct RetryPage: Action {}
private struct Stop: Action {}
private typealias List = Pages<Item, Int, Broken>
private typealias Loaded = PageLoaded<Page<Item, Int>, Broken>

/// Why the service fails.
private struct Broken: Error, Codable, Equatable { var message = "broken" }

/// A service with pages of three, which takes a second for each.
private final class Service {
    var count = 8
    var isFailing = false
    var asked: [Int?] = []

    /// How far the list has moved on since it was first asked.
    var shift = 0

    let scheduler: TestScheduler

    init(on scheduler: TestScheduler) { self.scheduler = scheduler }

    nonisolated(nonsending) func page(_ cursor: Int?) async throws(Broken) -> Page<Item, Int> {
        asked.append(cursor)
        try? await scheduler.sleep(for: .seconds(1))
        if isFailing { throw Broken() }
        let start = cursor ?? 0
        let end = min(start + 3, count)
        return Page((start..<end).map { Item(id: $0 - shift) }, next: end < count ? end : nil)
    }
}

/// A list that is loaded page by page.
final class PagesSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var service: Service!
        var store: Store<List>!

        beforeEach {
            let made = Service(on: scheduler)
            service = made
            let fetch: List.Fetch<Page<Item, Int>> = { cursor async throws(Broken) in try await made.page(cursor) }
            store = Store(List("items"), on: Dispatcher(on: scheduler)) { store in
                store.on(Next.self) { state, _ in state.loadNext(fetch) }
                store.on(Refresh.self) { state, _ in state.refresh(fetch) }
                store.on(RetryPage.self) { state, _ in state.retry(fetch) }
                store.on(Stop.self) { state, _ in state.cancel() }
                store.on(Loaded.self) { state, loaded in state.take(loaded) }
            }
        }
        afterEach { (store, service) = (nil, nil) }

        func dispatch(_ actions: any Action...) { for action in actions { store.dispatcher.dispatch(action) } }
        func list() -> List { store.state.value }
        func ids() -> [Int] { list().elements.map(\.id) }

        describe("loading") {
            it("goes from page to page, to the end") {
                expect(list().hasLoaded).to(beFalse())
                expect(list().isAtEnd).to(beFalse())
                dispatch(Next())
                expect(list().loading).to(equal(.first))
                scheduler.run()
                expect(ids()).to(equal([0, 1, 2]))
                expect(list().cursor).to(equal(3))
                dispatch(Next())
                expect(list().loading).to(equal(.next))
                scheduler.run()
                dispatch(Next())
                scheduler.run()
                expect(list().pageCount).to(equal(3))
                expect(ids()).to(equal(Array(0..<8)))
                expect(list().isAtEnd).to(beTrue())
                dispatch(Next())
                scheduler.run()
                expect(service.asked).to(equal([nil, 3, 6]))
            }

            it("does not ask twice for what is on its way") {
                dispatch(Next())
                scheduler.advance(by: .milliseconds(500))
                dispatch(Next(), Refresh())
                scheduler.run()
                dispatch(Next())
                scheduler.advance(by: .milliseconds(500))
                dispatch(Next())
                scheduler.run()
                expect(service.asked).to(equal([nil, 3]))
            }

            it("is not at rest until it has ended") {
                struct Screen { let posts: List }
                func restless() -> [String] { restlessParts(of: Screen(posts: list())) }
                expect(restless()).to(beEmpty())
                dispatch(Next())
                expect(restless()) == ["posts: loading"]
                service.isFailing = true
                scheduler.run()
                expect(restless()).to(beEmpty())
                dispatch(RetryPage(), Stop())
                expect(restless()).to(beEmpty())
            }

            it("knows an empty list from one that has not been loaded") {
                service.count = 0
                dispatch(Next())
                scheduler.run()
                expect(list().hasLoaded).to(beTrue())
                expect(list().isAtEnd).to(beTrue())
            }

            it("keeps an element once, in its place, with what it is now") {
                dispatch(Next())
                scheduler.run()
                service.shift = 2
                dispatch(Next())
                scheduler.run()
                expect(ids()).to(equal([0, 1, 2, 3]))
            }

            it("is seen by the effects in flight, under its name") {
                let isLoading = store.isInFlight("items")
                dispatch(Next())
                expect(isLoading.value).to(beTrue())
                scheduler.run()
                expect(isLoading.value).to(beFalse())
            }
        }

        describe("a failure") {
            beforeEach {
                dispatch(Next())
                scheduler.run()
                service.isFailing = true
                dispatch(Next())
                scheduler.run()
            }

            it("keeps what is there, and loads nothing until somebody retries") {
                expect(list().failure) == List.FailedLoad(.next, Broken())
                expect(list().loading).to(beNil())
                expect(ids()).to(equal([0, 1, 2]))
                dispatch(Next())
                scheduler.run()
                expect(service.asked).to(equal([nil, 3]))
                service.isFailing = false
                dispatch(RetryPage(), RetryPage())
                expect(list().failure).to(beNil())
                scheduler.run()
                expect(ids()).to(equal([0, 1, 2, 3, 4, 5]))
                expect(service.asked).to(equal([nil, 3, 3]))
            }

            it("of a refresh is repeated as a refresh") {
                dispatch(Refresh())
                scheduler.run()
                expect(list().failure?.load).to(equal(.first))
                service.isFailing = false
                dispatch(RetryPage())
                scheduler.run()
                expect(service.asked).to(equal([nil, 3, nil, nil]))
                expect(ids()).to(equal([0, 1, 2]))
            }

            it("is nothing to retry where there is none") {
                service.isFailing = false
                dispatch(Refresh())
                scheduler.run()
                dispatch(RetryPage())
                scheduler.run()
                expect(service.asked.count).to(equal(3))
            }
        }

        describe("a result") {
            it("is the same after a recording, also the failure") {
                for loaded in [
                    Loaded(Page([Item(id: 1)], next: 3), of: "items", load: 1),
                    Loaded(failure: Broken(message: "lost"), of: "items", load: 2),
                ] {
                    expect(try JSONDecoder().decode(Loaded.self, from: JSONEncoder().encode(loaded))) == loaded
                }
            }

            it("is read as a page by the handler, whose failure is that of the load") {
                let answer = PageLoaded<String, Broken>("1 2 2", of: "items", load: 1)
                func page(_ text: String) throws(Broken) -> Page<Item, Int> {
                    if text.isEmpty { throw Broken(message: "empty") }
                    return Page(text.split(separator: " ").map { Item(id: Int($0) ?? 0) }, next: nil)
                }
                dispatch(Next())
                dispatch(answer.map(page))
                expect(ids()) == [1, 2]
                dispatch(Refresh())
                dispatch(PageLoaded<String, Broken>("", of: "items", load: 2).map(page))
                expect(list().failure) == List.FailedLoad(.first, Broken(message: "empty"))
                dispatch(RetryPage())
                dispatch(PageLoaded<String, Broken>(failure: Broken(), of: "items", load: 3).map(page))
                expect(list().failure) == List.FailedLoad(.first, Broken())
                expect(ids()) == [1, 2]
            }
        }

        describe("a refresh") {
            beforeEach {
                dispatch(Next())
                scheduler.run()
                dispatch(Next())
            }

            it("keeps what is shown until the first page is there, and replaces all of it") {
                scheduler.run()
                service.shift = -10
                dispatch(Refresh())
                expect(ids()).to(equal([0, 1, 2, 3, 4, 5]))
                expect(list().loading).to(equal(.first))
                scheduler.run()
                expect(ids()).to(equal([10, 11, 12]))
                expect(list().cursor).to(equal(3))
            }

            it("cancels the next page that is on its way") {
                scheduler.advance(by: .milliseconds(500))
                dispatch(Refresh())
                scheduler.run()
                expect(ids()).to(equal([0, 1, 2]))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("is not begun twice") {
                dispatch(Refresh())
                scheduler.advance(by: .milliseconds(500))
                dispatch(Refresh())
                scheduler.run()
                expect(service.asked).to(equal([nil, nil]))
            }
        }

        describe("an answer") {
            it("that nobody waits for is ignored") {
                dispatch(Next())
                dispatch(Loaded(Page([Item(id: 99)], next: nil), of: "others", load: 1))
                dispatch(Loaded(Page([Item(id: 99)], next: nil), of: "items", load: 0))
                expect(list().loading).to(equal(.first))
                dispatch(Stop())
                dispatch(Loaded(Page([Item(id: 99)], next: nil), of: "items", load: 1))
                scheduler.run()
                expect(list().elements).to(beEmpty())
                expect(list().hasLoaded).to(beFalse())
            }
        }

        describe("the value") {
            it("can be encoded; what is decoded does not load, and goes on from its cursor") {
                dispatch(Next())
                scheduler.run()
                dispatch(Next())
                let data = try JSONEncoder().encode(list())
                var decoded = try JSONDecoder().decode(List.self, from: data)
                expect(decoded.loading).to(beNil())
                expect(decoded.elements).to(equal(list().elements))
                expect(decoded.canLoadNext).to(beTrue())
                expect(decoded.loadNext { _ in Page<Item, Int>([], next: nil) }.description).to(
                    equal(#"run "items", latest"#)
                )
            }
        }
    }
}

/// Random programs of loads, refreshes, failures and time, compared with plain rules.
final class PagesProgramsSpec: Spec {
    private func runProgram(_ random: inout SeededGenerator) -> String? {
        let scheduler = TestScheduler()
        let service = Service(on: scheduler)
        service.count = Int.random(in: 0...10, using: &random)
        let fetch: List.Fetch<Page<Item, Int>> = { cursor async throws(Broken) in try await service.page(cursor) }
        let store = Store(List("items"), on: Dispatcher(on: scheduler)) { store in
            store.on(Next.self) { state, _ in state.loadNext(fetch) }
            store.on(Refresh.self) { state, _ in state.refresh(fetch) }
            store.on(RetryPage.self) { state, _ in state.retry(fetch) }
            store.on(Loaded.self) { state, loaded in state.take(loaded) }
        }
        for step in 0..<50 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: store.dispatcher.dispatch(Next())
            case 1: store.dispatcher.dispatch(Refresh())
            case 2: store.dispatcher.dispatch(RetryPage())
            case 3: service.isFailing = Int.random(in: 0..<4, using: &random) == 0
            default: scheduler.advance(by: .milliseconds(Int.random(in: 0...1_200, using: &random)))
            }
            let list = store.state.value
            let ids = list.elements.map(\.id)
            if ids != Array(0..<ids.count) { return "step \(step): \(ids)" }
            if store.effectsInFlight.value != (list.loading == nil ? 0 : 1) {
                return "step \(step): loading \(list.loading as Any), \(store.effectsInFlight.value) in flight"
            }
            if list.isAtEnd, ids.count != service.count { return "step \(step): the end is at \(ids.count)" }
            if list.hasLoaded, let cursor = list.cursor, cursor != ids.count { return "step \(step): cursor \(cursor)" }
            if list.failure != nil, list.loading != nil { return "step \(step): failed and loading" }
        }
        // Whatever happened, the list can be loaded to its end.
        service.isFailing = false
        scheduler.run()
        store.dispatcher.dispatch(RetryPage())
        for _ in 0..<5 {
            scheduler.run()
            store.dispatcher.dispatch(Next())
        }
        let list = store.state.value
        return list.isAtEnd && list.elements.count == service.count ? nil : "it cannot be loaded to its end: \(list)"
    }

    func testSpec() {
        it("keep the rules of a list") { runPrograms(200) { self.runProgram(&$0) } }
    }
}
