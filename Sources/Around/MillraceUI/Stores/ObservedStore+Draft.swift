import MillraceApp
import MillraceFlux

extension ObservedStore {
    /// Dispatches the action that sets a field of a draft; nothing if the field has that value.
    ///
    /// A binding of the field does this with the user's input. See `SetField`.
    ///
    /// - Parameters:
    ///   - field: The field, `\.booking.guest`.
    ///   - value: The new value of the field.
    public func set<Values, Value: Equatable & Codable & Sendable>(
        _ field: KeyPath<State, DraftField<Values, Value>>,
        to value: Value
    ) {
        let present = store.state.value[keyPath: field]
        if present.value != value { dispatch(present.setting(value)) }
    }
}
