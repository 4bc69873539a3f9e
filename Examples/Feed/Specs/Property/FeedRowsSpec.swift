import Foundation
import Millrace
import MillraceApp
import MillraceEntities
import MillraceSpecs
import MillraceTerminal
import TestSupport

@testable import FeedReader

/// Any order of posts inserted, edited, deleted, moved and paged, of rows that are finished, of widths and of filters
/// ends in the rows that a plain function makes. Each batch leads from what was shown to what is shown, and no row is
/// ever shown of a post that is gone.
final class FeedRowsSpec: Spec {
    func testSpec() {
        it("the rows of a screen end as those of a plain function, by batches that fit") {
            runPrograms(8) { random in
                let program = RowsProgram(&random)
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    program.turn(&random)
                    if let problem = program.problem { return problem }
                }
                program.scheduler.time.run()
                return program.problem ?? program.problemAtTheEnd
            }
        }
    }
}

/// Changes what is known, as a server or a later version of the program might.
private struct Change: Action { let body: @Sendable (inout FeedState) -> Void }

private typealias Row = TerminalRow<PostRow.ID>

private final class RowsProgram {
    let scheduler: ShuffledScheduler
    private let feed: Feed
    private let place: Route<FeedPlace>.Place
    private let columns = Variable(40)
    private let nearest = Variable(0)
    private let rows: LiveView<Row>
    private var observation: LiveObservation?
    private var shown: [Row] = []
    private var number = 1_000
    private(set) var problem: String?

    init(_ random: inout SeededGenerator) {
        let scheduler = ShuffledScheduler(SeededGenerator(seed: random.next()))
        let count = Int.random(in: 0...40, using: &random)
        let posts = (0..<count).reversed().map { number in
            Draft(
                id: number + 1,
                account: ["kim", "ada", "bo@far.example"][number % 3],
                text: String(repeating: "word\(number) ", count: number % 9),
                warning: number % 5 == 0 ? "spoiler" : "",
                answered: number % 4 == 0 ? number : nil,
                boosted: number % 7 == 6 ? number + 500 : nil,
                media: number % 6 == 0 ? ["image", "tune"] : []
            )
        }
        let server = try! PostServer([posts.data], coming: min(count, 5), pageSize: 8)
        let services = FeedServices(server: server, clock: scheduler)
        let feed = try! Feed(with: services, on: Dispatcher(on: scheduler))
        let place = feed.route.state.value.topPlace
        rows = feed.rows(
            of: feed.posts(at: place),
            at: place,
            columns: columns.observable,
            nearest: nearest.observable
        )
        (self.scheduler, self.feed, self.place) = (scheduler, feed, place)
        feed.posts.on(Change.self) { state, change in change.body(&state) }
        feed.begin()
        observe()
    }

    private func observe() {
        observation = rows.observeChanges { [unowned self] change in
            let rows = Array(change.rows)
            if let changes = change.changes {
                changes.apply(to: &shown) { rows[$0] }
                if shown != rows {
                    problem = problem ?? "\(changes) leads to \(shown.map(\.id)), not to \(rows.map(\.id))"
                }
            }
            shown = rows
            check()
        }
    }

    /// The posts of the list that are there, in their order.
    private var posts: [Post] {
        let state = feed.posts.state.value
        return (state.lists[place.screen]?.posts.elements ?? [])
            .filter { state.entities.status(of: $0) != .deleted }
            .compactMap { try? state.entities.read(Post.self, $0) }
    }

    /// What is shown belongs to posts of the list, in their order.
    private func check() {
        let places = Dictionary(uniqueKeysWithValues: posts.map(\.id).enumerated().map { ($1, $0) })
        var last = -1
        for row in shown {
            guard let place = places[row.id.post], place >= last else {
                problem = problem ?? "\(row.id) is shown, and its post is gone, or not there"
                return
            }
            last = place
        }
    }

    var problemAtTheEnd: String? {
        let (open, setting) = (feed.screen(at: place).value.open, RecipeSetting(zone: feed.services.zone))
        let expected = posts.filter(feed.screen(at: place).value.filter.includes).flatMap { post in
            Recipes.timeline(ShownPost(post: post, isOpen: open.contains(id: EntityID(.post, post.id))), setting)
        }
        .map { $0.terminalRow(columns: columns.value) }
        return shown == expected ? nil : "ends in \(shown.map(\.id)) instead of \(expected.map(\.id))"
    }

    func turn(_ random: inout SeededGenerator) {
        batch {
            for _ in 0..<Int.random(in: 1...5, using: &random) { change(&random) }
        }
        check()
        if Int.random(in: 0..<15, using: &random) == 0 {
            observation?.cancel()
            shown = []
            observe()
        }
        scheduler.time.advance(by: .milliseconds(Int.random(in: 0...40, using: &random)))
    }

    private func change(_ random: inout SeededGenerator) {
        let dispatcher = feed.dispatcher
        let ids = Array(feed.posts.state.value.lists[place.screen]?.posts.elements ?? [])
        let (screen, id) = (place.screen, ids.randomElement(using: &random))
        let target = Int.random(in: 0...max(0, ids.count - 1), using: &random)
        switch (Int.random(in: 0..<12, using: &random), id) {
        case (0, _): dispatcher.dispatch(LoadPosts(load: .older, place: screen))
        case (1, _): dispatcher.dispatch(LoadPosts(load: .newer, place: screen))
        case (2, let id?), (3, let id?):
            let text = "edited \(Int.random(in: 0...99, using: &random))"
            dispatcher.dispatch(
                Change { state in
                    _ = try? state.entities.merge(
                        #"{"id":"\#(id.key)","content":"<p>\#(text)</p>"}"#.utf8,
                        as: .one(.post)
                    )
                }
            )
        case (4, let id?):
            dispatcher.dispatch(Change { state in state.entities.delete(id) })
        case (5, let id?):
            dispatcher.dispatch(Change { state in state.lists[screen]?.posts.elements.move(id, to: target) })
        case (6, _):
            number += 1
            let json = Draft(id: number, text: "inserted \(number)").json
            dispatcher.dispatch(
                Change { state in
                    guard state.lists[screen] != nil,
                        let id = try? state.entities.merge(json.utf8, as: .one(.post)).first
                    else { return }
                    let count = state.lists[screen]?.posts.elements.count ?? 0
                    state.lists[screen]?.posts.elements.insert(id, at: min(target, count))
                }
            )
        case (7, let id?):
            dispatcher.dispatch(Change { state in state.lists[screen]?.posts.elements.remove(id: id) })
        case (8, _): columns.value = Int.random(in: 1...60, using: &random)
        case (9, _): nearest.value = Int.random(in: -3...300, using: &random)
        case (10, let id?):
            if Bool.random(using: &random), let post = feed.post(id) {
                feed.toggleStar(of: post)
            } else {
                feed.screens.dispatch(ToggleOpen(post: id), to: place)
            }
        case (11, _):
            let kind = [nil, nil, PostFilter.Kind.image, .boost, .reply].randomElement(using: &random) ?? nil
            feed.filter(PostFilter(kind: kind, text: ["", "", "1"].randomElement(using: &random) ?? ""))
        default: break
        }
    }
}
