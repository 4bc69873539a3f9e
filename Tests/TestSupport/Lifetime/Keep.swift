import MillraceTesting

/// Keeps something until the running example is over, and returns it. Where no example runs, as in an exit test, it is
/// kept as long as the process runs.
@discardableResult
package func keep<Kept>(_ kept: Kept) -> Kept {
    let box = Box(kept)
    let isKept = testReporter?.checkAtEnd(for: box) { withExtendedLifetime(box) {} } ?? false
    if !isKept { _ = Unmanaged.passRetained(box) }
    return kept
}

private final class Box<Content> {
    private let content: Content

    init(_ content: Content) { self.content = content }
}
