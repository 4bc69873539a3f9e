#if canImport(SwiftUI)
import MillraceApp
import MillraceFlux
import SwiftUI

// In an extension of `ObservedStore<State>` the name `State` is the type of the state, and not SwiftUI's wrapper.

extension ObservedStore {
    /// A binding to a field of the state, which dispatches an action where a control sets it.
    ///
    /// ```swift
    /// TextField("Message", text: store.binding(\.draft) { Draft(text: $0) })
    /// ```
    ///
    /// A value that the field has already dispatches nothing: many controls set their binding without a change. The
    /// control shows the state after the action: the store may refuse a value, or correct it. Its work is tested as
    /// ``set(_:to:by:)``; the binding has been type-checked only.
    ///
    /// - Parameters:
    ///   - field: The field to read.
    ///   - action: The action for a value that was entered.
    public func binding<Field: Equatable>(
        _ field: KeyPath<State, Field>,
        _ action: @escaping (Field) -> some Action
    ) -> Binding<Field> {
        // Read here, too, so that a change draws the view that has made the binding: whoever reads the binding may do so
        // where nothing is tracked.
        _ = self[dynamicMember: field]
        // The closures are `@Sendable`, but of the main actor, so they may capture values that are not.
        return Binding<Field> { @MainActor in
            self[dynamicMember: field]
        } set: { @MainActor value in
            self.set(field, to: value, by: action)
        }
    }

    /// A binding to a field of a draft, which dispatches a `SetField` where a control sets it.
    ///
    /// ```swift
    /// TextField("Guest", text: store.binding(\.booking.guest))
    /// ```
    ///
    /// It is tracked by itself: a view that has made it is drawn again when that field's value, complaint or focus has
    /// changed. As with ``binding(_:_:)``, an equal value dispatches nothing. Its work is tested as ``set(_:to:)``; the
    /// binding has been type-checked only.
    ///
    /// - Parameter field: The field. The store of the draft handles its edits: see `Store.edits(_:only:)`.
    public func binding<Values, Value: Equatable & Codable & Sendable>(
        _ field: KeyPath<State, DraftField<Values, Value>>
    ) -> Binding<Value> {
        _ = self[dynamicMember: field]
        return Binding<Value> { @MainActor in
            self[dynamicMember: field].value
        } set: { @MainActor value in
            self.set(field, to: value)
        }
    }

    /// A binding to whether an optional field has a value, which dispatches an action where it is dismissed: for an alert
    /// or a sheet.
    ///
    /// ```swift
    /// editor.alert("Not saved", isPresented: store.isPresent(\.problem, dismiss: HideProblem())) { Button("OK") {} }
    /// ```
    ///
    /// - Parameters:
    ///   - field: The field to read.
    ///   - action: The action that makes it nil.
    public func isPresent<Field: Equatable>(
        _ field: KeyPath<State, Field?>,
        dismiss action: some Action
    ) -> Binding<Bool> {
        _ = self[dynamicMember: field]
        return Binding<Bool> { @MainActor in
            self[dynamicMember: field] != nil
        } set: { @MainActor isPresent in
            if !isPresent, self.store.state.value[keyPath: field] != nil { self.dispatch(action) }
        }
    }
}
#endif
