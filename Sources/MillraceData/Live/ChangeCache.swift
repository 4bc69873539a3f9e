import MillraceSignals

/// The last difference that was found between two versions of the rows of one view, so that twenty views derived from it
/// share one.
@usableFromInline
final class ChangeCache<Element> {
    @usableFromInline typealias Changes = ContiguousArray<TreeChange<UInt64, Element>>

    @usableFromInline
    struct Found {
        @usableFromInline let old: Rows<Element>
        @usableFromInline let new: Rows<Element>

        /// Nil where there are more than the limit.
        @usableFromInline let changes: Changes?
        @usableFromInline let limit: Int

        @inlinable
        init(old: Rows<Element>, new: Rows<Element>, changes: Changes?, limit: Int) {
            self.old = old
            self.new = new
            self.changes = changes
            self.limit = limit
        }
    }

    @usableFromInline var found: Found?
    @usableFromInline let same = Sameness<Element>()

    @inlinable
    init() {}

    /// What differs between two versions; nil where that is more than `limit`.
    @inlinable
    func changes(from old: Rows<Element>, to new: Rows<Element>, limit: Int) -> Changes? {
        if let found, found.old.tree.isSame(as: old.tree), found.new.tree.isSame(as: new.tree) {
            if let changes = found.changes { return changes.count > limit ? nil : changes }
            if found.limit >= limit { return nil }
        }
        let changes = new.tree.changes(from: old.tree, limit: limit, areSame: same.callAsFunction)
        let former = exchange(&found, with: Found(old: old, new: new, changes: changes, limit: limit))
        // The last references to elements may go with it, in the midst of a turn.
        if let former, !_isPOD(Element.self) { letGoLater(former) }
        return changes
    }

    /// Lets go of both versions.
    @inlinable
    func forget() -> Found? { exchange(&found, with: nil) }

    /// How many changes it takes for comparing anew, or making a view anew, to be cheaper.
    @inlinable
    static func budget(_ count: Int) -> Int { max(16, count / 12) }
}
