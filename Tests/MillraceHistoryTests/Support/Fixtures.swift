import MillraceFlux

struct Add: Action, Equatable, Codable {
    var amount = 1
}

struct Rename: Action, Equatable, Codable {
    let name: String
}

struct Clear: Action, Equatable, Codable {}

struct CounterState: Equatable {
    var count = 0
    var name = ""
    var added: [Int] = []
}

/// A store that adds, and takes a name.
func makeCounter(on dispatcher: Dispatcher, name: String? = nil) -> Store<CounterState> {
    Store(CounterState(), on: dispatcher, name: name) { store in
        store.on(Add.self) { state, action in
            state.count += action.amount
            state.added.append(action.amount)
        }
        store.on(Rename.self) { state, action in state.name = action.name }
    }
}

/// An object that a scene tracks: whoever captures it shows when it is freed.
final class Token: Sendable {
    func touch() {}
}

/// What happened, in order.
final class Log {
    private(set) var lines: [String] = []

    func callAsFunction(_ line: String) { lines.append(line) }

    func clear() { lines = [] }
}
