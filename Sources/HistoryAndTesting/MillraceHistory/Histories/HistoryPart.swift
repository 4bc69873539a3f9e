import MillraceBase
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

/// Ends the process, because something was handed in that is neither a store nor a family.
func stopWithoutStates(_ holder: some StateHolding, _ method: StaticString) -> Never {
    stop("\(method): a \(type(of: holder)) holds no states. To fix: hand in stores and families of stores.")
}
