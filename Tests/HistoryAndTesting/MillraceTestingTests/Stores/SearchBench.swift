import Millrace
import MillraceSpecs

/// The user types.
struct Type: Action, Equatable { let text: String }

/// The service has answered.
struct Found: Action { let hits: [String] }

/// The service has refused.
struct Refused: Action, Equatable {}

/// Nothing changes, and an effect writes something down.
struct Note: Action {}

/// The news are read from now on, until they are closed.
struct ReadNews: Action {}
struct CloseNews: Action {}
struct News: Action, Equatable { let text: String }

struct Search {
    var text = ""
    var hits: [String] = []
    var news = 0
}

/// A store whose effects take virtual time: a search that answers after 300 ms, unless the text is empty.
struct SearchBench {
    let scheduler = TestScheduler()
    let news = Emitter<String>()

    /// What was written down.
    let notes = Variable(0)

    func makeStore(on dispatcher: Dispatcher) -> Store<Search> {
        Store(Search(), on: dispatcher, name: "search") { store in
            store.on(Type.self) { state, action in
                state.text = action.text
                let (text, scheduler) = (action.text, self.scheduler)
                if text.isEmpty { return .cancel("search") }
                return .run("search", .latest) {
                    try await scheduler.sleep(for: .milliseconds(300))
                    if text == "?" { throw Unanswered() }
                    return Found(hits: [text])
                }
            }
            store.on(Found.self) { state, action in state.hits = action.hits }
            store.on(Note.self) { _, _ in
                let notes = self.notes
                return .run { _ in notes.value += 1 }
            }
            store.on(ReadNews.self) { _, _ in .observe(self.news, as: "news") { News(text: $0) } }
            store.on(CloseNews.self) { _, _ in .cancel("news") }
            store.on(News.self) { state, _ in state.news += 1 }
        }
    }

    func tester(_ exhaustivity: Exhaustivity = .on) -> StoreTester<Search> {
        StoreTester(on: scheduler, exhaustivity: exhaustivity) { makeStore(on: $0) }
    }
}

struct Unanswered: Error {}
