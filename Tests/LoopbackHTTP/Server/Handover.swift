import Synchronization

/// Hands a descriptor to another thread, where only one can own it.
final class Handover: Sendable {
    private let descriptor: Mutex<Descriptor?>

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = Mutex(descriptor)
    }

    func take() -> Descriptor? {
        descriptor.withLock { $0.take() }
    }
}
