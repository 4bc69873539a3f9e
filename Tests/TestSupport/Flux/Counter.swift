import MillraceFlux

package struct Add: Action, Equatable, Codable {
    package var amount: Int

    package init(amount: Int = 1) { self.amount = amount }
}

package struct Rename: Action, Equatable, Codable {
    package let name: String

    package init(name: String) { self.name = name }
}

package struct Clear: Action, Equatable, Codable {
    package init() {}
}

package struct CounterState: Equatable {
    package var count = 0
    package var name = ""
    package var added: [Int] = []

    package init(count: Int = 0, name: String = "", added: [Int] = []) {
        self.count = count
        self.name = name
        self.added = added
    }
}

/// A store that adds, and takes a name.
package func makeCounter(on dispatcher: Dispatcher, name: String? = nil) -> Store<CounterState> {
    Store(CounterState(), on: dispatcher, name: name) { store in
        store.on(Add.self) { state, action in
            state.count += action.amount
            state.added.append(action.amount)
        }
        store.on(Rename.self) { state, action in state.name = action.name }
    }
}
