import Foundation

/// Something that several threads share, under a lock.
///
/// `@unchecked Sendable` is safe: the content is only reached under the lock, and what is taken out of it is for the
/// caller to answer for, as with ``UncheckedTransfer``. A `Mutex` would say the same, but on Linux the thread sanitizer does not
/// know it, and takes what it guards for races.
@usableFromInline
package final class Locked<Content>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @exclusivity(unchecked) @usableFromInline var content: Content

    @usableFromInline
    package init(_ content: Content) { self.content = content }

    @inlinable
    package func withLock<Result>(_ body: (inout Content) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&content)
    }
}
