/// A store, or a family of stores: what is recorded, replayed, undone and tested.
///
/// `ActionRecorder`, `ActionRecording.replay`, `StateHistory`, `UndoHistory` and `StoreTester` take both.
///
/// ```swift
/// let recorder = ActionRecorder(of: types, digesting: lobby, rooms, on: dispatcher, to: file)
/// ```
///
/// ``Store`` and ``StoreFamily`` are the types that conform; others are refused where they are handed in.
public protocol StateHolding: AnyObject {
    /// The dispatcher whose actions change the state.
    var dispatcher: Dispatcher { get }
}

extension Store: StateHolding {}
extension StoreFamily: StateHolding {}
