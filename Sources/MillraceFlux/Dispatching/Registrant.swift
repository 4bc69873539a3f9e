import MillraceSignals
import Synchronization

/// Who registered, as the dispatcher's handlers know it: they may outlive the registration by a dispatch.
package final class Registrant {
    private let name: String?

    /// Set once, on any thread.
    private let isRemoved = Atomic<Bool>(false)

    /// While a route looks for the last handlers of stores: one of this store's comes later.
    @exclusivity(unchecked) var hasFollower = false

    /// The state of a store; nil for a bare callback.
    let state: (any AnyState)?

    /// Where the state is stored.
    let cell: Cell?

    /// The routes in which handlers of others have been declared to come after this one's.
    private var precededRoutes: [ObjectIdentifier] = []

    init(_ name: String?, for state: (any AnyState)?) {
        self.name = name
        self.state = state
        cell = state?.cell
    }

    /// What messages call it: the name that was given, or the type of the store.
    var label: String { name ?? state.map { "Store<\($0.valueType)>" } ?? "a callback" }

    /// Notes that a handler of another is declared to come after this one's.
    func precedeOthers(in route: Route) {
        if !precedesOthers(in: route) { precededRoutes.append(ObjectIdentifier(route)) }
    }

    /// Whether a handler of another was ever declared to come after this one's.
    func precedesOthers(in route: Route) -> Bool { precededRoutes.contains(ObjectIdentifier(route)) }

    /// Whether the registration has ended. Can be asked on any thread.
    var hasLeft: Bool { isRemoved.load(ordering: .acquiring) }

    /// Marks the end of the registration. False where it was marked before.
    func leave() -> Bool { !isRemoved.exchange(true, ordering: .acquiringAndReleasing) }
}

/// The state of a store, whatever its type.
protocol AnyState: AnyObject {
    /// The present value.
    var anyValue: Any { get }

    /// Where the value is stored.
    var cell: Cell { get }

    var valueType: Any.Type { get }
}

extension Observable: AnyState {
    var anyValue: Any { value }
    var cell: Cell { box }
    var valueType: Any.Type { Value.self }
}
