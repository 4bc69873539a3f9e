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
