import MillraceSignals
import Synchronization

/// A callback's being registered with a dispatcher: it is called for as long as its registration lives.
///
/// Whoever registers keeps the registration; releasing it unregisters, as ``Dispatcher/unregister(_:)`` does. The last
/// reference may go on any thread: on the main thread a callback of a dispatcher that was made there is dropped at once;
/// elsewhere it is marked, is not called again, and is dropped at the next dispatch. A registration does not keep the
/// dispatcher.
public final class Registration {
    let registrant: Registrant
    private weak var dispatcher: Dispatcher?

    init(_ label: String, with dispatcher: Dispatcher, for state: (any AnyState)? = nil) {
        registrant = Registrant(label, for: state)
        self.dispatcher = dispatcher
    }

    deinit {
        guard !registrant.isRemoved.exchange(true, ordering: .relaxed), let dispatcher else { return }
        dispatcher.release(registrant)
    }

    func isWith(_ dispatcher: Dispatcher) -> Bool { self.dispatcher === dispatcher }
}

/// Who registered, as the dispatcher's entries know it: a name for messages, what it changes, and whether it has left.
@usableFromInline
final class Registrant {
    let label: String

    /// Set once, on any thread.
    @usableFromInline let isRemoved = Atomic<Bool>(false)

    /// The state of a store; nil for a bare callback.
    let state: (any AnyState)?

    init(_ label: String, for state: (any AnyState)?) {
        self.label = label
        self.state = state
    }
}
