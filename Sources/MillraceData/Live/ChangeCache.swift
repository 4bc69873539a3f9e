import MillraceSignals

/// The last difference that was computed between two versions of a view's rows, so that all views derived from it share
/// one.
@usableFromInline
package final class ChangeCache<Element> {
    @usableFromInline typealias Changes = ContiguousArray<TreeChange<UInt64, Element>>

    @usableFromInline
    struct Found {
        @usableFromInline let old: Rows<Element>
        @usableFromInline let new: Rows<Element>

        /// The changes; nil if there are more than the limit.
        @usableFromInline let changes: Changes?
        @usableFromInline let limit: Int

        @export(implementation)
        init(old: Rows<Element>, new: Rows<Element>, changes: Changes?, limit: Int) {
            self.old = old
            self.new = new
            self.changes = changes
            self.limit = limit
        }
    }

    @usableFromInline var found: Found?
    @usableFromInline let same: Sameness<Element>

    @export(implementation)
    init(_ same: Sameness<Element> = Sameness()) { self.same = same }

    /// The changes between two versions; nil if there are more than `limit`.
    @export(implementation)
    func changes(from old: Rows<Element>, to new: Rows<Element>, limit: Int) -> Changes? {
        if let found, found.old.tree.isSame(as: old.tree), found.new.tree.isSame(as: new.tree) {
            if let changes = found.changes { return changes.count > limit ? nil : changes }
            if found.limit >= limit { return nil }
        }
        let changes = new.tree.changes(from: old.tree, limit: limit, same)
        let former = exchange(&found, with: Found(old: old, new: new, changes: changes, limit: limit))
        // This may release the last references to elements, in the middle of a turn, so the release is deferred.
        if let former, !_isPOD(Element.self) { letGoLater(former) }
        return changes
    }

    /// Releases both versions.
    @export(implementation)
    func forget() -> Found? { exchange(&found, with: nil) }

    /// The number of changes above which building a view again is cheaper than applying them.
    @export(implementation)
    static func budget(_ count: Int) -> Int { max(16, count / 12) }
}
