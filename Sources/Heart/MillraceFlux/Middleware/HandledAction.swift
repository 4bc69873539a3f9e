import MillraceSignals

/// An action that has reached the stores, and what each of them did with it.
public struct HandledAction {
    /// What one store, or one callback, did with the action.
    public struct Call {
        fileprivate let registrant: Registrant
        fileprivate let details: HandlingRecord.Details

        /// The name of the store, or of the callback.
        public var name: String { registrant.label }

        /// Whether it is a store, whose state has therefore changed. False for a callback.
        public var isStore: Bool { registrant.state != nil }

        /// How long all handlers of the store for this action took together. Nil if no middleware asks for it with
        /// ``Middleware/wantsDurations``.
        public var duration: Duration? { details.duration }

        /// The state before the action. Nil for a callback, and if no middleware asks for it with
        /// ``Middleware/wantsFormerStates``.
        public var formerState: Any? { details.formerState }

        /// The state after the action. Nil if ``formerState`` is nil.
        public var state: Any? { details.state }
    }

    /// The action, as the handlers received it.
    public let action: any Action

    /// The number of the action, counted from 1 since the first middleware was installed.
    public let number: Int

    private let addressedTo: Registrant?
    private let record: HandlingRecord

    init(_ action: any Action, number: Int, addressedTo registration: Registration?, notedIn record: HandlingRecord) {
        self.action = action
        self.number = number
        addressedTo = registration?.registrant
        self.record = record
    }

    /// The name of the store that it was addressed to. Nil if it was dispatched to all stores.
    public var addressee: String? { addressedTo?.label }

    /// The stores and callbacks that were called, in order. Empty if nobody handles the action. O(n) for n of them.
    public var calls: [Call] {
        record.registrants.indices.map {
            Call(registrant: record.registrants[$0], details: record.details(at: $0))
        }
    }

    /// Whether nobody handles the action. O(1).
    public var isUnhandled: Bool { record.registrants.isEmpty }

    /// The names of the stores that have changed, in order: those with a handler for the action.
    public var changedStores: [String] { calls.lazy.filter(\.isStore).map(\.name) }

    /// How long all handlers took together. Nil if no middleware asks for it with ``Middleware/wantsDurations``.
    public var duration: Duration? {
        record.keepsDurations ? calls.reduce(.zero) { $0 + ($1.duration ?? .zero) } : nil
    }

    /// Whether the action has changed a store.
    package func hasChanged(_ store: Registrant) -> Bool { record.registrants.contains { $0 === store } }
}
