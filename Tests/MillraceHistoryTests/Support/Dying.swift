/// Does something when it goes: what the end of a user's object sets off.
///
/// `@unchecked Sendable` is safe: the specs that use it stay on one thread.
final class Dying: @unchecked Sendable {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    deinit { body() }
}
