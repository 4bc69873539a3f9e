import MillraceFlux
import MillraceSignals

/// A store or a family, as histories take it.
protocol HistoryPart: StateHolding {
    /// Has a history keep the states.
    func add(to history: StateHistory)
}

extension Store: HistoryPart {
    func add(to history: StateHistory) { history.keep(self) }
}

extension StoreFamily: HistoryPart {
    func add(to history: StateHistory) { history.keep(self) }
}

/// The part that a store or a family is. Anything else ends the process.
func historyPart(_ holder: some StateHolding, _ method: StaticString) -> any HistoryPart {
    guard let part = holder as? any HistoryPart else { stopWithoutStates(holder, method) }
    return part
}
