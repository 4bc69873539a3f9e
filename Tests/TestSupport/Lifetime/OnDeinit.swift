/// Runs a closure when it is released: what user code does in a `deinit`.
///
/// `@unchecked Sendable` is safe: the specs that use it stay on one thread.
package final class OnDeinit: @unchecked Sendable {
    private let body: () -> Void

    package init(_ body: @escaping () -> Void) { self.body = body }

    deinit { body() }

    /// Does nothing: a closure that calls it captures this.
    package func touch() {}
}
