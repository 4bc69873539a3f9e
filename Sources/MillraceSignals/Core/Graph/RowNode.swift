/// The node of an observable that combines an array of others. While it is linked, its edges note which of its inputs
/// have changed, so that a computation need not look at the others.
@usableFromInline
package final class RowNode: Node {
    /// The indices of the inputs that have changed since the last computation, each once.
    @exclusivity(unchecked) private var noted: [Int] = []
    @exclusivity(unchecked) private var isNoted: [Bool]

    /// Whether every input that has changed since the last computation is noted. False until the first computation
    /// after linking: an unlinked node has no edges.
    @exclusivity(unchecked) @usableFromInline private(set) var hasNotedAll = false

    @usableFromInline
    init(cell: Cell, inputCount: Int, height: Int, compute: @escaping (Node) -> Bool) {
        isNoted = Array(repeating: false, count: inputCount)
        super.init(cell: cell, height: height, compute: compute)
        notesChanges = true
    }

    override func inputChanged(at index: Int) {
        if isNoted[index] { return }
        isNoted[index] = true
        noted.append(index)
    }

    /// Removes and returns the index of an input that has changed.
    @usableFromInline
    func takeNoted() -> Int? {
        guard let index = noted.popLast() else { return nil }
        isNoted[index] = false
        return index
    }

    /// Called when the value has been brought up to date with all inputs. From now on changes are noted, if it is
    /// linked.
    @usableFromInline
    func beginNoting() {
        while takeNoted() != nil {}
        hasNotedAll = isLinked
    }

    override func becameUnlinked() { hasNotedAll = false }
}
