import MillraceSignals

/// The changes of the rows of a view during the last turns, so that all its dependents share one difference, and none
/// of them has to keep its former rows.
@usableFromInline
package final class ChangeCache<Element> {
    @usableFromInline typealias Changes = ContiguousArray<TreeChange<UInt64, Element>>

    /// The number of the present version of the rows.
    @exclusivity(unchecked) @usableFromInline var version: UInt64 = 0

    /// The steps that led to it, the last one last. Each leads from one version to the next.
    @exclusivity(unchecked) @usableFromInline var steps: ContiguousArray<ChangeStep<Element>> = []
    @usableFromInline let same: Sameness<Element>

    /// Undoes the changes within the rows.
    @usableFromInline let undo: (InnerChanges, inout Rows<Element>) -> Void

    /// A row with only the changes between two other versions of it. Nil if the rows do not consist of rows.
    @usableFromInline let assumeInner: ((_ known: Element, _ before: Element, _ after: Element) -> Element)?

    @export(implementation)
    init(
        _ same: Sameness<Element> = Sameness(),
        undoing undo: @escaping (InnerChanges, inout Rows<Element>) -> Void = { _, _ in },
        assumingInner assumeInner: ((Element, Element, Element) -> Element)? = nil
    ) {
        self.same = same
        self.undo = undo
        self.assumeInner = assumeInner
    }

    /// The changes that lead from an earlier version to these rows; nil if there are more than `limit`, or if they are
    /// not known any more.
    @export(implementation)
    func changes(from earlier: UInt64, to rows: Rows<Element>, limit: Int) -> Changes? {
        let step = step(from: earlier, to: rows)
        if let step, step.inner == nil || step.changes != nil { return shown(step.changes(limit, same)) }
        guard let former = former(earlier, of: rows) else { return nil }
        let changes = rows.tree.changes(from: former.tree, limit: limit, same)
        step?.changes = changes
        return changes
    }

    /// The changes without those of rows that hold the same rows as before, under other labels.
    @export(implementation)
    func shown(_ changes: Changes?) -> Changes? {
        guard assumeInner != nil, var changes else { return changes }
        changes.removeAll { change in
            guard let old = change.old, let new = change.new else { return false }
            return same(old, new)
        }
        return changes
    }

    /// The changes within the rows of an earlier version, if nothing else has changed since and they are known.
    @export(implementation)
    func inner(from earlier: UInt64, to rows: Rows<Element>) -> InnerChanges? {
        step(from: earlier, to: rows)?.inner
    }

    /// The only step from an earlier version to these rows, if there is only one and it is known.
    @export(implementation)
    func step(from earlier: UInt64, to rows: Rows<Element>) -> ChangeStep<Element>? {
        rows.version == earlier &+ 1 ? step(to: rows.version) : nil
    }

    /// An earlier version of these rows, made from them by undoing the changes since; nil if that is not known any
    /// more. O(k log n) for k changes.
    @export(implementation)
    func former(_ version: UInt64, of rows: Rows<Element>) -> Rows<Element>? {
        var rows = rows
        while rows.version > version {
            guard let step = step(to: rows.version) else { return nil }
            rows = step.former(of: rows, undo)
        }
        return rows.version == version ? rows : nil
    }

    @export(implementation)
    func step(to version: UInt64) -> ChangeStep<Element>? {
        let index = steps.count &- 1 &- Int(truncatingIfNeeded: self.version &- version)
        return steps.indices.contains(index) ? steps[index] : nil
    }

    /// Adds a step.
    ///
    /// Steps are kept for two turns: then everything that is derived from the view has followed them, and all observers
    /// were notified. Those of the turn before may be needed in a turn in which an observer sets something and reads.
    ///
    /// - Parameter step: Nil if it need not be known, since the view is not observed.
    /// - Returns: The number of the version to which it leads.
    @export(implementation)
    func record(_ step: ChangeStep<Element>?) -> UInt64 {
        version &+= 1
        // Releasing a step may release the last references to elements, in the middle of a turn, so it is deferred.
        guard let step else {
            if !steps.isEmpty { letGoLater(exchange(&steps, with: [])) }
            return version
        }
        // All at once: there may be as many as changes were read in a batch.
        let old = steps.prefix { $0.turn > step.turn || $0.turn &+ 2 < step.turn }
        if !old.isEmpty {
            steps.removeFirst(old.count)
            if !_isPOD(Element.self) { letGoLater(old) }
        }
        steps.append(step)
        return version
    }

    /// Rows with the number of a new version, if they are others than those of the box; the step is recorded.
    @export(implementation)
    func newVersion(of rows: Rows<Element>, after box: Box<Rows<Element>>, _ isKept: Bool) -> Rows<Element>? {
        var step: ChangeStep<Element>?
        let isSame = box.holds { former in
            if former.isSame(as: rows) { return true }
            if isKept { step = ChangeStep(from: former, to: rows) }
            return false
        }
        if isSame { return nil }
        var rows = rows
        rows.version = record(step)
        return rows
    }

    /// The rows in the place of those that are given up: none, as the present version.
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

    /// The changes, unless there are more than a limit or none were asked for yet.
    @exclusivity(unchecked) @usableFromInline var changes: Changes?

    /// The changes within the rows, if that is how the changes are known.
    @usableFromInline let inner: InnerChanges?

    /// The number of changes up to which they were looked for in vain.
    @exclusivity(unchecked) @usableFromInline var limit = -1

    /// Whether the rows were not changed one by one, and both versions are known. Not an optional pair: its type would
    /// be looked up whenever a step is released.
    @exclusivity(unchecked) @usableFromInline var hasVersions: Bool
    @exclusivity(unchecked) @usableFromInline var old: Rows<Element>
    @exclusivity(unchecked) @usableFromInline var new: Rows<Element>

    /// Creates a step of changes by ascending labels, or of changes in the rows.
    @export(implementation)
    init(_ changes: Changes, _ inner: InnerChanges?) {
        turn = withRunner { $0.numberOfComputation }
        self.changes = inner == nil ? changes : nil
        self.inner = inner
        hasVersions = false
        (old, new) = (Rows(), Rows())
    }

    /// Creates a step between two versions. The changes are looked for when they are first needed.
    @export(implementation)
    init(from old: Rows<Element>, to new: Rows<Element>) {
        turn = withRunner { $0.numberOfComputation }
        inner = nil
        hasVersions = true
        self.old = old
        self.new = new
    }

    /// The changes; nil if there are more than `limit`.
    @export(implementation)
    func changes(_ limit: Int, _ same: Sameness<Element>) -> Changes? {
        if let changes { return changes.count > limit ? nil : changes }
        guard hasVersions, limit > self.limit else { return nil }
        changes = new.tree.changes(from: old.tree, limit: limit, same)
        self.limit = limit
        if changes != nil, old.era == new.era { letGoOfVersions() }
        return changes
    }

    /// Gives up both versions: the changes are known, and can be undone. The nodes that only the older one has are
    /// released while the processor still has them in its cache.
    @export(implementation)
    func letGoOfVersions() {
        hasVersions = false
        if let root = exchange(&old.tree.root, with: nil) { letGoLater(root) }
        // Code that asks for the changes has these rows.
        new.tree.root = nil
    }

    /// The rows from which the step has led to these.
    @export(implementation)
    func former(
        of rows: Rows<Element>,
        _ undo: (InnerChanges, inout Rows<Element>) -> Void
    ) -> Rows<Element> {
        if hasVersions { return old }
        var former = rows
        if let inner { undo(inner, &former) } else if let changes { former.tree.undo(changes) }
        former.version &-= 1
        return former
    }
}
