/// A store or a family of stores: whatever can be recorded, replayed, undone and tested.
///
/// `ActionRecorder`, `ActionRecording.replay`, `StateHistory`, `UndoHistory` and `StoreTester` take both.
///
/// ```swift
/// let history = StateHistory(of: lobby, rooms, on: dispatcher)
/// ```
///
/// Only ``Store`` and ``StoreFamily`` conform. Do not declare other conformances: passing such a type traps.
public protocol StateHolding: AnyObject {
    /// The dispatcher whose actions change the state.
    var dispatcher: Dispatcher { get }
}

extension Store: StateHolding {}
extension StoreFamily: StateHolding {}
