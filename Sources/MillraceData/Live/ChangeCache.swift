import MillraceSignals

/// What has changed in the rows of a view during the last turns, so that all that is derived from it shares one
/// difference, and nothing derived from it has to keep its former rows.
@usableFromInline
package final class ChangeCache<Element> {
    @usableFromInline typealias Changes = ContiguousArray<TreeChange<UInt64, Element>>

    /// The number of the present version of the rows.
    @exclusivity(unchecked) @usableFromInline var version: UInt64 = 0

    /// The steps that led to it, the last one last. Each leads from one version to the next.
    @exclusivity(unchecked) @usableFromInline var steps: ContiguousArray<ChangeStep<Element>> = []
    @usableFromInline let same: Sameness<Element>

    @export(implementation)
    init(_ same: Sameness<Element> = Sameness()) { self.same = same }

    /// The changes that lead from an earlier version to these rows; nil if there are more than `limit`, or if they are
    /// not known any more.
    @export(implementation)
    func changes(from earlier: UInt64, to rows: Rows<Element>, limit: Int) -> Changes? {
        if rows.version == earlier &+ 1, let step = step(to: rows.version) { return step.changes(limit, same) }
        guard let former = former(earlier, of: rows) else { return nil }
        return rows.tree.changes(from: former.tree, limit: limit, same)
    }

    /// An earlier version of these rows, made from them by undoing what has changed since; nil if that is not known any
    /// more. O(k log n) for k changes.
    @export(implementation)
    func former(_ version: UInt64, of rows: Rows<Element>) -> Rows<Element>? {
        var rows = rows
        while rows.version > version {
            guard let step = step(to: rows.version) else { return nil }
            rows = step.former(of: rows)
        }
        return rows.version == version ? rows : nil
    }

    @export(implementation)
    func step(to version: UInt64) -> ChangeStep<Element>? {
        let index = steps.count &- 1 &- Int(truncatingIfNeeded: self.version &- version)
        return steps.indices.contains(index) ? steps[index] : nil
    }

    /// Notes a step.
    ///
    /// Steps are kept for two turns: then everything that is derived from the view has followed them, and all observers
    /// were told. Those of the turn before may be needed in a turn in which an observer sets something and reads.
    ///
    /// - Parameter step: Nil if it need not be known, since nobody observes the view.
    /// - Returns: The number of the version to which it leads.
    @export(implementation)
    func note(_ step: ChangeStep<Element>?) -> UInt64 {
        version &+= 1
        // Releasing a step may release the last references to elements, in the middle of a turn, so it is deferred.
        guard let step else {
            if !steps.isEmpty { letGoLater(exchange(&steps, with: [])) }
            return version
        }
        while let first = steps.first, first.turn > step.turn || first.turn &+ 2 < step.turn {
            steps.removeFirst()
            if !_isPOD(Element.self) { letGoLater(first) }
        }
        steps.append(step)
        return version
    }

    /// Rows with the number of a new version, if they are others than those of the box; the step is noted.
    @export(implementation)
    func noted(_ rows: Rows<Element>, after box: Box<Rows<Element>>, _ isKept: Bool) -> Rows<Element>? {
        if box.holds(where: { $0.isSame(as: rows) }) { return nil }
        var rows = rows
        if isKept, box.holds(where: { _ in true }) {
            rows.version = note(ChangeStep(from: box.value, to: rows))
        } else {
            rows.version = note(nil)
        }
        return rows
    }

    /// What stands in the place of rows that are given up: none, as the present version.
    @export(implementation) var noRows: Rows<Element> {
        var rows = Rows<Element>()
        rows.version = version
        return rows
    }

    /// Releases all steps.
    @export(implementation)
    func forget() -> ContiguousArray<ChangeStep<Element>>? { steps.isEmpty ? nil : exchange(&steps, with: []) }

    /// The number of changes above which building a view again is cheaper than applying them.
    @export(implementation)
    static func budget(_ count: Int) -> Int { max(16, count / 12) }
}

/// A step from one version of a view's rows to the next: the changes, or both versions.
@usableFromInline
package final class ChangeStep<Element> {
    @usableFromInline typealias Changes = ContiguousArray<TreeChange<UInt64, Element>>

    /// The number of the turn that has made it.
    @usableFromInline let turn: UInt64

    /// The changes, unless there are more than a limit or nobody has asked yet.
    @exclusivity(unchecked) @usableFromInline var changes: Changes?

    /// The number of changes up to which they were looked for in vain.
    @exclusivity(unchecked) @usableFromInline var limit = -1

    /// Both versions, if the rows were not changed one by one.
    @usableFromInline let versions: (old: Rows<Element>, new: Rows<Element>)?

    /// Makes a step of changes by ascending labels.
    @export(implementation)
    init(_ changes: Changes) {
        turn = withTurn { $0.numberOfComputation }
        self.changes = changes
        versions = nil
    }

    /// Makes a step between two versions. The changes are looked for when they are first needed.
    @export(implementation)
    init(from old: Rows<Element>, to new: Rows<Element>) {
        turn = withTurn { $0.numberOfComputation }
        versions = (old, new)
    }

    /// The changes; nil if there are more than `limit`.
    @export(implementation)
    func changes(_ limit: Int, _ same: Sameness<Element>) -> Changes? {
        if let changes { return changes.count > limit ? nil : changes }
        guard let versions, limit > self.limit else { return nil }
        changes = versions.new.tree.changes(from: versions.old.tree, limit: limit, same)
        self.limit = limit
        return changes
    }

    /// The rows from which the step has led to these.
    @export(implementation)
    func former(of rows: Rows<Element>) -> Rows<Element> {
        if let versions { return versions.old }
        var former = rows
        if let changes { former.tree.undo(changes) }
        former.version &-= 1
        return former
    }
}
