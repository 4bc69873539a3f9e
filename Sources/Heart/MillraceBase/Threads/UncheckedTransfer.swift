/// A value of one isolation domain on its way through code that belongs to none, such as a closure that waits for its
/// time.
///
/// `@unchecked Sendable` is safe because of how it is used, within this package only: code of a domain puts the value
/// in, and code of the same domain takes it out, with a task or a lock in between that orders the two. Elsewhere it is
/// only passed on or released, which is safe on any thread for everything in this module.
@usableFromInline
package struct UncheckedTransfer<Content>: @unchecked Sendable {
    @usableFromInline package var content: Content

    @usableFromInline
    package init(_ content: Content) { self.content = content }
}
