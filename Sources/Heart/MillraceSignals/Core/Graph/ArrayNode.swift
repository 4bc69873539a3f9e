/// The node of an observable that combines an array of others. While it is linked, its edges note which of its inputs
/// have changed, so that a computation need not look at the others.
@usableFromInline
package final class ArrayNode: ComputedNode {
    /// The inputs that have changed since the last computation, each once: a linked list in an array with an element per
    /// input, which is the index of the input that was noted before it, or one of the two numbers below. (A Swift array
    /// would be checked for other owners at each change.)
    private let noted: UnsafeMutablePointer<Int>
    @exclusivity(unchecked) private var lastNoted = ArrayNode.none

    private static var none: Int { -1 }
    private static var notNoted: Int { -2 }

    /// Whether every input that has changed since the last computation is noted. False until the first computation
    /// after linking: an unlinked node has no edges.
    @exclusivity(unchecked) @usableFromInline private(set) var hasNotedAll = false

    @usableFromInline
    init(cell: Cell, inputCount: Int, height: Int, compute: @escaping (Node) -> Bool) {
        noted = makeBlock(of: Int.self, count: max(inputCount, 1))
        noted.initialize(repeating: ArrayNode.notNoted, count: inputCount)
        super.init(cell: cell, height: height, compute: compute)
        traits.insert(.notesChanges)
    }

    deinit { freeBlock(noted) }

    override func inputChanged(at index: Int) {
        guard noted[index] == ArrayNode.notNoted else { return }
        noted[index] = exchange(&lastNoted, with: index)
    }

    /// Removes and returns the index of an input that has changed.
    @usableFromInline
    func takeNoted() -> Int? {
        let index = lastNoted
        if index == ArrayNode.none { return nil }
        lastNoted = exchange(&noted[index], with: ArrayNode.notNoted)
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
