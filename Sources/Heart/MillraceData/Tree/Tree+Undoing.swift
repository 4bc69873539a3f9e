extension Tree {
    /// Undoes changes, the last one first. O(k log n) for k changes.
    ///
    /// - Parameter part: Those to undo; nil for all.
    @export(implementation)
    mutating func undo(_ changes: ContiguousArray<TreeChange<Key, Value>>, _ part: Range<Int>? = nil) {
        for index in (part ?? changes.indices).reversed() {
            let change = changes[index]
            switch (change.old, change.new) {
            case (let old?, nil): insert(old, for: change.key)
            case (let old?, _): update(change.key) { $0 = old }
            case (nil, nil): break
            case (nil, _): remove(change.key)
            }
        }
    }
}
