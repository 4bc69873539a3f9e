/// A store or a family of stores: whatever can be recorded, replayed, undone and tested.
///
/// `ActionRecorder`, `ActionRecording.replay`, `StateHistory`, `UndoHistory` and `StoreTester` take both.
///
/// ```swift
/// let recorder = ActionRecorder(of: types, digesting: lobby, rooms, on: dispatcher, to: file)
/// ```
///
/// Only ``Store`` and ``StoreFamily`` conform. Do not declare other conformances: passing such a type traps.
public protocol StateHolding: AnyObject {
    /// The dispatcher whose actions change the state.
    var dispatcher: Dispatcher { get }
}

extension Store: StateHolding {}
extension StoreFamily: StateHolding {}
