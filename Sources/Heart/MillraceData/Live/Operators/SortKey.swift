/// A key with the label of the source row, or another number, which orders rows of equal keys.
@usableFromInline
struct SortKey<Key: Comparable>: Comparable {
    @usableFromInline let key: Key
    @usableFromInline let label: UInt64

    @export(implementation)
    init(_ key: Key, _ label: UInt64) {
        self.key = key
        self.label = label
    }

    @export(implementation)
    static func < (left: SortKey, right: SortKey) -> Bool {
        if left.key < right.key { return true }
        if right.key < left.key { return false }
        return left.label < right.label
    }

    @export(implementation)
    static func == (left: SortKey, right: SortKey) -> Bool { left.label == right.label && left.key == right.key }
}
