import Millrace

/// The messages of the shown room, as an interface has them on its screen: a list that follows the changes of a live
/// view.
///
/// What the user deletes it removes by itself. The change of the state is then not told to it again, since it names
/// itself: see ``delete(_:by:)``. What somebody else deletes arrives as a change.
public final class MessageList {
    /// The rows, the oldest first, now and after each change.
    public var rows: Observable<[MessageRow]> { current }

    /// Called with each change that the list is told.
    public var onChange: (LiveChange<MessageRow>) -> Void = { _ in }

    private let current = Variable<[MessageRow]>([])
    private var observation: LiveObservation?

    /// A list of the rows of a view.
    public init(_ rows: LiveView<MessageRow>) {
        weak let me = self
        observation = rows.observeChanges { change in me?.show(change) }
    }

    /// Shows at once that the user has deleted a message.
    ///
    /// - Parameter change: Changes the state. All are told but this list, which shows it already.
    func delete(_ id: MessageRow.ID, by change: () -> Void) {
        guard let observation else { return change() }
        withoutNotifying(observation) { change() }
        current.update { rows in
            guard let index = rows.lastIndex(where: { $0.id == id }) else { return }
            rows[index] = rows[index].whileBeingDeleted
        }
    }

    private func show(_ change: LiveChange<MessageRow>) {
        switch change {
        case .initial(let rows), .reset(let rows): current.value = Array(rows)
        case .update(let rows, let changes): current.update { shown in changes.apply(to: &shown) { rows[$0] } }
        }
        onChange(change)
    }
}
