/// A derived node with a memory, from which it computes no more than has changed. It gives the memory up when it
/// is not observed any more.
final class RememberingNode: Node {
    private let forget: (Bool) -> AnyObject?

    init(
        cell: Cell,
        height: Int,
        compute: @escaping (Node) -> Bool,
        forget: @escaping (_ alsoValue: Bool) -> AnyObject?
    ) {
        self.forget = forget
        super.init(cell: cell, height: height, compute: compute)
    }

    override func becameUnlinked() {
        let thread = currentThread().takeUnretainedValue()
        // What is about to be read stays.
        let alsoValue = !thread.arePaused
        if let memory = forget(alsoValue) { thread.discard(Unmanaged.passRetained(memory)) }
        if alsoValue { computedFrom = 0 }
    }
}
