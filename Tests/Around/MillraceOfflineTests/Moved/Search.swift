import Millrace

// A search that is asked for whichever way its text changes: with a reaction. `SearchByHand` is the same without.

struct Search: Equatable {
    var text = "", hits: [String] = []
}

func makeSearch(on dispatcher: Dispatcher, service: GuestService) -> Store<Search> {
    Store(Search(), on: dispatcher, name: "search") { store in
        store.on(WriteText.self) { state, action in state.text = action.text }
        store.on(ClearText.self) { state, _ in state.text = "" }
        store.on(OpenLink.self) { state, link in state.text = link.text }
        store.on(Found.self) { state, found in state.hits = found.hits }
        store.onChange(of: \.text) { state, _ in
            let text = state.text
            return .run("search", .latest, after: text.isEmpty ? .zero : .milliseconds(300)) {
                Found(hits: text.isEmpty ? [] : try await service.find(text))
            }
        }
    }
}
