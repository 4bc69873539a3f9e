/// Reads observables for a tracked one, which follows them: see ``Observable/init(_:)-((Reader)->Value)``.
///
/// A reader is handed to the closure of a tracked observable, and is of use only there, until the closure returns. Used
/// afterwards, or in the closure of another tracked observable, it stops the program.
public struct Reader {
    @usableFromInline let node: TrackedNode

    @inlinable
    @inline(__always)
    init(_ node: TrackedNode) { self.node = node }
}
