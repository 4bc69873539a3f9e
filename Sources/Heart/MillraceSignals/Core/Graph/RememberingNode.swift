/// A derived node with a memory, from which it computes no more than has changed. It gives the memory up when it
/// is not observed any more.
final class RememberingNode: ComputedNode {
    private let forget: (Bool) -> AnyObject?
    private let mustComputeToLink: Bool

    override var computesToLink: Bool { mustComputeToLink }

    init(
        cell: Cell,
        height: Int,
        computesToLink: Bool,
        compute: @escaping (Node) -> Bool,
        forget: @escaping (_ alsoValue: Bool) -> AnyObject?
    ) {
        self.forget = forget
        mustComputeToLink = computesToLink
        super.init(cell: cell, height: height, compute: compute)
    }

    override func becameUnlinked() {
        let thread = currentThread().takeUnretainedValue()
        // A value that is about to be read stays.
        let alsoValue = !thread.arePaused
        if let memory = forget(alsoValue) { thread.discard(Unmanaged.passRetained(memory)) }
        if alsoValue { computedFrom = 0 }
    }
}
