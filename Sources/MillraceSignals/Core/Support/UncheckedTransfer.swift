/// Something of one isolation domain on its way through code that belongs to none: a closure that waits for its time.
///
/// `@unchecked Sendable` is safe by how it is used, within this package alone: a thing is put in by code of its
/// domain, and taken out by code of the same domain, with a task or a lock in between that orders the two. Elsewhere it
/// is only passed on, or released, which everything in this module bears on any thread.
@usableFromInline
package struct UncheckedTransfer<Content>: @unchecked Sendable {
    @usableFromInline package var content: Content

    @usableFromInline
    package init(_ content: Content) { self.content = content }
}
