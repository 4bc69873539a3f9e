import Millrace

/// The messages of the shown room, as an interface has them on its screen: a list that follows the changes of a live view,
/// and stays at its place when others come or go.
///
/// What the user deletes it removes by itself. The change of the state is then not told to it again, since it names
/// itself: see ``delete(_:by:)``. What somebody else deletes arrives as a change.
public final class MessageList {
    /// What is shown.
    public struct Content: Equatable, Sendable {
        /// The rows, the oldest first.
        public internal(set) var rows: [MessageRow] = []
        /// How many rows are below the last one that is seen.
        public internal(set) var scroll = 0
    }

    /// What is shown, now and after each change.
    public var content: Observable<Content> { current }

    /// Called with each change that the list is told.
    public var onChange: (LiveChange<MessageRow>) -> Void = { _ in }

    private let current = Variable(Content())
    private var observation: LiveObservation?

    /// A list of the rows of a view.
    public init(_ rows: LiveView<MessageRow>) {
        weak let me = self
        observation = rows.observeChanges { change in me?.show(change) }
    }

    /// Scrolls to a number of rows above the end.
    public func scroll(to rows: Int) {
        let most = max(0, current.value.rows.count - 1)
        let scroll = min(max(0, rows), most)
        if scroll != current.value.scroll { current.update { $0.scroll = scroll } }
    }

    /// Shows at once that the user has deleted a message.
    ///
    /// - Parameter change: Changes the state. All are told but this list, which shows it already.
    func delete(_ id: MessageRow.ID, by change: () -> Void) {
        guard let observation else { return change() }
        withoutNotifying(observation) { change() }
        current.update { content in
            guard let position = content.rows.lastIndex(where: { $0.id == id }) else { return }
            content.rows[position] = content.rows[position].whileBeingDeleted
        }
    }

    private func show(_ change: LiveChange<MessageRow>) {
        var content = current.value
        let last = content.scroll > 0 ? content.rows.dropLast(content.scroll).last?.id : nil
        switch change {
        case .initial(let rows), .reset(let rows): content.rows = Array(rows)
        case .update(let rows, let changes): changes.apply(to: &content.rows) { rows[$0] }
        }
        // Who reads older messages stays at them, whatever comes below.
        let position = last.flatMap { last in content.rows.lastIndex { $0.id == last } }
        content.scroll = position.map { content.rows.count - 1 - $0 } ?? 0
        current.value = content
        onChange(change)
    }
}
