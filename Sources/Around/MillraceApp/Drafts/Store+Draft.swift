import MillraceFlux

extension Store {
    /// Handles the edits of a draft in the state: `SetField` and `FocusField`.
    ///
    /// ```swift
    /// store.edits(\.booking)
    /// store.edits(\.booking, only: [\.guest, \.email])                     // nights stay as they are
    /// ```
    ///
    /// Handlers for the same action that are registered behind it find the field set, and may correct it. One that may
    /// refuse an edit takes its place, and calls `Draft.apply(_:)`.
    ///
    /// An edit reaches every store that handles it. Drafts of one type on one dispatcher have names of their own, or are
    /// members of a family.
    ///
    /// Precondition: no two fields have the same name.
    ///
    /// - Parameters:
    ///   - draft: The draft in the state.
    ///   - fields: The fields that may be edited; nil for all.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public func edits<Values>(
        _ draft: WritableKeyPath<State, Draft<Values>>,
        only fields: [PartialKeyPath<Values>]? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        Values.requireDistinctFields()
        let names = fields.map { Set($0.map { Values.field($0).name }) }
        on(SetField<Values>.self, file: file, line: line) { state, edit in
            if names?.contains(edit.field) ?? true { state[keyPath: draft].apply(edit) }
        }
        on(FocusField<Values>.self, file: file, line: line) { state, move in state[keyPath: draft].apply(move) }
    }
}
