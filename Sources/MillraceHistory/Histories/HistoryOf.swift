import MillraceFlux
import MillraceSignals

// How stores and families become parts of histories and recordings.

/// A store or a family, as histories and recordings take it.
protocol HistoryPart: StateHolding {
    /// Has a history keep the states.
    func add(to history: StateHistory)

    /// Has a recording digest the states.
    func add(to digested: inout DigestedStores, for method: StaticString)
}

extension Store: HistoryPart {
    func add(to history: StateHistory) { history.keep(self) }

    func add(to digested: inout DigestedStores, for method: StaticString) { digested.add(self, for: method) }
}

extension StoreFamily: HistoryPart {
    func add(to history: StateHistory) { history.keep(self) }

    func add(to digested: inout DigestedStores, for method: StaticString) { digested.add(self, for: method) }
}

/// The part that a store or a family is. Anything else ends the process.
func historyPart(_ holder: some StateHolding, _ method: StaticString) -> any HistoryPart {
    guard let part = holder as? any HistoryPart else {
        stop("\(method): a \(type(of: holder)) holds no states. To fix: hand in stores and families of stores.")
    }
    return part
}
