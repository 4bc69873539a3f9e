import Foundation
import Millrace
import MillraceBase
import MillraceNetwork
import MillraceOffline
import MillraceSpecs

/// The example of the guide: to-dos that are edited off line.
final class TodosSpec: Spec {
    private static let tea = Identifiers.numbered(1)

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        let sent = Locked<[String]>([])
        let failures = Locked<[RequestError.Reason]>([])

        beforeEach {
            sent.withLock { $0 = [] }
            failures.withLock { $0 = [] }
        }

        func makeStore() -> Store<TodoState> {
            let services = TodoServices { edit, key, version in
                sent.withLock { $0.append("\(key) \(version ?? "-")") }
                if let reason = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                    throw RequestError(reason, request: "PUT /todos", attempts: 1)
                }
                let title = if case .rename(_, let title) = edit { title } else { "Tea" }
                return Todo(id: edit.subject, title: title, version: "\(Int(version ?? "0").map { $0 + 1 } ?? 1)")
            }
            return makeTodos(
                TodoState(outbox: Outbox(device: "phone")),
                with: services,
                on: Dispatcher(on: scheduler)
            )
        }
        func fail(with reasons: RequestError.Reason...) { failures.withLock { $0 = reasons } }
        func rename(_ title: String, in store: Store<TodoState>) {
            store.dispatcher.dispatch(RenameTodo(id: Self.tea, title: title))
        }
        func titles(_ store: Store<TodoState>) -> [String] { store.state.value.items.map(\.title) }

        it("shows at once what is sent when there is a network") {
            let store = makeStore()
            fail(with: .noNetwork)
            store.dispatcher.dispatch(AddTodo(todo: Todo(id: Self.tea, title: "Tea")))
            scheduler.advance()
            for title in ["C", "Co", "Coffee"] { rename(title, in: store) }
            expect(titles(store)) == ["Coffee"]
            expect(store.state.value.outbox.entries.map(\.edit)) == [
                .add(Todo(id: Self.tea, title: "Tea")), .rename(Self.tea, "Coffee"),
            ]
            store.dispatcher.dispatch(BecameOnline())
            scheduler.advance()
            expect(sent.withLock { $0 }) == ["phone-1 -", "phone-1 -", "phone-2 1"]
            expect(store.state.value.items.first) == Todo(id: Self.tea, title: "Coffee", version: "2")
            expect(store.state.value.outbox.counts.isAllSaved) == true
        }

        it("decides a conflict, and shows what is refused") {
            let store = makeStore()
            store.dispatcher.dispatch(AddTodo(todo: Todo(id: Self.tea, title: "Tea")))
            scheduler.advance()
            let theirs = try JSONEncoder().encode(Todo(id: Self.tea, title: "Water", version: "7"))
            fail(
                with: .status(BadStatus(412, body: String(decoding: theirs, as: UTF8.self))),
                .status(BadStatus(503, retryAfter: .seconds(90))),
                .status(BadStatus(403))
            )
            rename("Coffee", in: store)
            scheduler.advance(by: .seconds(89))
            expect(store.state.value.outbox.refused).to(beEmpty())
            scheduler.advance(by: .seconds(1))
            expect(store.state.value.outbox.refused.map(\.edit)) == [.rename(Self.tea, "Water / Coffee")]
            expect(sent.withLock { $0 }) == ["phone-1 -", "phone-2 1", "phone-3 7", "phone-3 7"]
            store.dispatcher.dispatch(TryAgain(key: OutboxKey("phone-3")))
            scheduler.advance()
            expect(titles(store)) == ["Water / Coffee"]
            fail(with: .status(BadStatus(400)))
            rename("Beer", in: store)
            scheduler.advance()
            store.dispatcher.dispatch(GiveUp(key: OutboxKey("phone-5")))
            expect(store.state.value.outbox.counts.isAllSaved) == true
        }
    }
}
