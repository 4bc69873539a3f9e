import MillraceSignals

/// A row of one view with the row of another view that it refers to.
public struct Joined<Left: Identifiable, Right>: Identifiable {
    /// The row of the joined view, whose identity the pair has.
    public var left: Left

    /// The row that `left` refers to.
    public var right: Right

    /// Creates a pair.
    @export(implementation)
    public init(_ left: Left, _ right: Right) {
        self.left = left
        self.right = right
    }

    /// The identity of the left row.
    @export(implementation) public var id: Left.ID { left.id }
}

extension Joined: Equatable where Left: Equatable, Right: Equatable {}
extension Joined: Sendable where Left: Sendable, Right: Sendable {}

extension LiveView {
    /// A view of the rows, each paired with the row of another view that it refers to by identity. Rows whose reference
    /// is nil or not found are left out.
    ///
    /// ```swift
    /// let lines = messages.joined(with: people, on: \.authorID).map { Line($0.left, by: $0.right.name) }
    /// ```
    ///
    /// The pairs are in the order of this view and change with either part. The result keeps both views alive. O(k log
    /// n) for k rows that change, which include all rows that refer to a changed one.
    @export(implementation)
    public func joined<Right: Identifiable>(
        with other: LiveView<Right>,
        on reference: @escaping (Element) -> Right.ID?
    ) -> LiveView<Joined<Element, Right>> {
        LiveView<Joined<Element, Right>>(from: [observable.upstream, other.observable.upstream]) {
            Joining(SourceReader(self), SourceReader(other), $0, reference) { left, right in
                right.map { Joined(left, $0) }
            }.refresh
        }
    }

    /// A view of all rows, each paired with the row of another view that it refers to by identity, or with nil if the
    /// reference is nil or not found.
    ///
    /// The pairs are in the order of this view and change with either part. The result keeps both views alive. O(k log
    /// n) for k rows that change, which include all rows that refer to a changed one.
    @export(implementation)
    public func leftJoined<Right: Identifiable>(
        with other: LiveView<Right>,
        on reference: @escaping (Element) -> Right.ID?
    ) -> LiveView<Joined<Element, Right?>> {
        LiveView<Joined<Element, Right?>>(from: [observable.upstream, other.observable.upstream]) {
            Joining(SourceReader(self), SourceReader(other), $0, reference) { left, right in
                Joined(left, right)
            }.refresh
        }
    }
}

/// The rows of a view, each as `combine` makes it with the row of another view that it refers to. They keep the labels
/// of the first view.
@usableFromInline
final class Joining<Left: Identifiable, Right: Identifiable, Row: Identifiable> {
    @usableFromInline let first: SourceReader<Left>
    @usableFromInline let second: SourceReader<Right>
    @usableFromInline let reference: (Left) -> Right.ID?
    @usableFromInline let combine: (Left, Right?) -> Row?

    /// The labels of the left rows by their references, and of the right rows by their identities.
    @exclusivity(unchecked) @usableFromInline var references = KeyIndex<Right.ID>()
    @exclusivity(unchecked) @usableFromInline var identities = KeyIndex<Right.ID>()
    @usableFromInline let output: EditedRows<Row>
    @usableFromInline let same = Sameness<Row>()

    @export(implementation)
    init(
        _ left: SourceReader<Left>,
        _ right: SourceReader<Right>,
        _ output: EditedRows<Row>,
        _ reference: @escaping (Left) -> Right.ID?,
        _ combine: @escaping (Left, Right?) -> Row?
    ) {
        (first, second, self.output) = (left, right, output)
        self.reference = reference
        self.combine = combine
    }

    /// Applies the changes of each source while both readers have the current rows.
    @export(implementation)
    func refresh() {
        switch (first.read(), second.read()) {
        case (.same, .same): break
        case (.anew, _), (_, .anew): makeAnew()
        case (.changes(let changes), .same): applyFirst(changes)
        case (.same, .changes(let changes)): applySecond(changes)
        case (.changes(let changes), .changes(let others)):
            applyFirst(changes)
            applySecond(others)
        }
        output.rows.era = first.rows.era &+ second.rows.era
        first.release()
        second.release()
    }

    @export(implementation)
    func makeAnew() {
        references = KeyIndex(first.rows, reference)
        identities = KeyIndex(second.rows, \.id)
        var found: [Right.ID: Right] = [:]
        found.reserveCapacity(second.rows.count)
        for element in second.rows { found[element.id] = element }
        var rows = TreeBuilder<UInt64, Row>(sizes: first.rows.tree.sizes)
        for entry in first.rows.tree {
            let partner = reference(entry.value).flatMap { found[$0] }
            if let row = combine(entry.value, partner) { rows.append(.init(entry.key, row)) }
        }
        output.replaceAll(with: Rows(rows.tree(), first.rows.spacing))
    }

    @export(implementation)
    func applyFirst(_ changes: ContiguousArray<TreeChange<UInt64, Left>>) {
        for change in changes {
            references.update(change.key, from: change.old.flatMap(reference), to: change.new.flatMap(reference))
            show(change.key)
        }
    }

    @export(implementation)
    func applySecond(_ changes: ContiguousArray<TreeChange<UInt64, Right>>) {
        for change in changes { identities.update(change.key, from: change.old?.id, to: change.new?.id) }
        for change in changes {
            if let old = change.old { showAll(old.id) }
            if let new = change.new, new.id != change.old?.id { showAll(new.id) }
        }
    }

    /// Updates all rows that refer to an identity.
    @export(implementation)
    func showAll(_ id: Right.ID) {
        for label in references.labels(of: id) { show(label) }
    }

    /// Updates the row of a label.
    @export(implementation)
    func show(_ label: UInt64) {
        if let element = first.rows.tree.value(of: label) {
            let partner = reference(element).flatMap { identities.first($0) }.flatMap { second.rows.tree.value(of: $0) }
            if let row = combine(element, partner) { return output.set(row, for: label, same) }
        }
        if output.tree.contains(label) { output.remove(label) }
    }
}
