/// A value that several threads share, behind a lock.
///
/// `@unchecked Sendable` is safe: the content is accessed only under the lock, and callers are responsible for objects
/// that they take out, as with ``UncheckedTransfer``. A `Mutex` would do the same, but the thread sanitizer on Linux
/// does not know it, and reports the accesses that it guards as races.
@usableFromInline
package final class Locked<Content>: @unchecked Sendable {
    @usableFromInline let lock = ThreadLock()
    @exclusivity(unchecked) @usableFromInline var content: Content

    @usableFromInline
    package init(_ content: Content) { self.content = content }

    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Content) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&content)
    }
}
