import Millrace
import MillraceHistory

// The search as it is written without a reaction, for `GuestScreenSpec`.

struct PlainSearch: Equatable {
    var text = "", hits: [String] = []
}

func makePlainSearch(on dispatcher: Dispatcher, service: GuestService) -> Store<PlainSearch> {
    func search(_ text: String) -> Effect {
        .run("search", .latest, after: text.isEmpty ? .zero : .milliseconds(300)) {
            Found(hits: text.isEmpty ? [] : try await service.find(text))
        }
    }
    return Store(PlainSearch(), on: dispatcher, name: "search") { store in
        store.on(WriteText.self) { state, action in
            state.text = action.text
            return search(state.text)
        }
        store.on(ClearText.self) { state, _ in
            state.text = ""
            return search(state.text)
        }
        store.on(OpenLink.self) { state, link in
            state.text = link.text
            return search(state.text)
        }
        // The state is restored by then.
        store.on(Undo.self) { state, _ in search(state.text) }
        store.on(Redo.self) { state, _ in search(state.text) }
        store.on(Found.self) { state, found in state.hits = found.hits }
    }
}
