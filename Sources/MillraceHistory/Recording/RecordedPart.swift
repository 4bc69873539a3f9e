import MillraceFlux
import MillraceSignals

/// A store or a family, as recordings take it.
protocol RecordedPart: StateHolding {
    /// Has a recording digest the states.
    func add(to digested: inout DigestedStores, for method: StaticString)
}

extension Store: RecordedPart {
    func add(to digested: inout DigestedStores, for method: StaticString) { digested.add(self, for: method) }
}

extension StoreFamily: RecordedPart {
    func add(to digested: inout DigestedStores, for method: StaticString) { digested.add(self, for: method) }
}

/// The part that a store or a family is. Anything else ends the process.
func recordedPart(_ holder: some StateHolding, _ method: StaticString) -> any RecordedPart {
    guard let part = holder as? any RecordedPart else { stopWithoutStates(holder, method) }
    return part
}

/// Ends the process, because something was handed in that is neither a store nor a family.
func stopWithoutStates(_ holder: some StateHolding, _ method: StaticString) -> Never {
    stop("\(method): a \(type(of: holder)) holds no states. To fix: hand in stores and families of stores.")
}
