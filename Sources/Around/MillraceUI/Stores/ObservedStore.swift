import MillraceFlux
import MillraceSignals
import Observation

/// A store as views read it: each field of the state is tracked by itself.
///
/// ```swift
/// struct CounterView: View {
///     let store: ObservedStore<Counter>
///
///     var body: some View {
///         Text("\(store.count)")
///         Button("Add") { store.dispatch(Add(amount: 1)) }
///     }
/// }
/// ```
///
/// A view that has read `count` is drawn again when `count` has changed, once a turn, and not when another field has. A
/// value computed of several fields, or of a large one, is best a property of the state: a view that reads
/// `store.items.count` has read `items`, and one that reads `store.itemCount` only the number.
///
/// A field is observed from the first time that it is read, for as long as this object lives. A read finds the field in
/// a list, O(1); a change of the state compares the fields that were read. This object keeps the store alive, and its
/// actions go where the effects of the store send theirs: see ``dispatch(_:file:line:)``.
///
/// It belongs to the main actor, on which the store has to be. It may be put in SwiftUI's environment.
@MainActor
@dynamicMemberLookup
public final class ObservedStore<State> {
    /// The store.
    public let store: Store<State>

    /// The effects that a preview pretends to have in flight; nil for a store that is none of a preview.
    private let pretended: Set<AnyHashable>?

    private var fields: [AnyKeyPath: AnyObject] = [:]
    private var flags: [AnyHashable: Observed<Bool>] = [:]

    /// Observes a store, which this object keeps alive. O(1).
    ///
    /// - Parameter store: The store, on the main actor.
    public convenience init(_ store: Store<State>) { self.init(store, pretending: nil) }

    private init(_ store: Store<State>, pretending pretended: Set<AnyHashable>?) {
        (self.store, self.pretended) = (store, pretended)
    }

    /// A field of the state. Tracked: a view that reads it is notified when it has changed.
    public subscript<Field: Equatable>(dynamicMember field: KeyPath<State, Field>) -> Field {
        if let known = fields[field] as? Observed<Field> { return known.value }
        let made = store.state.select { $0[keyPath: field] }.observed
        fields[field] = made
        return made.value
    }

    /// Whether effects of the store with an identity are in flight: see `Store.isInFlight(_:)`. Tracked.
    ///
    /// - Parameter id: The identity, as it was given to the effect.
    public func isInFlight(_ id: any Hashable & Sendable) -> Bool {
        let key = AnyHashable(id)
        if let known = flags[key] { return known.value }
        if let pretended { return pretended.contains(key) }
        let made = store.isInFlight(id).observed
        flags[key] = made
        return made.value
    }
}

extension ObservedStore where State: Equatable {
    /// The whole state. Tracked: a view that reads it is notified of every change. O(1), and a comparison for each
    /// change.
    public var state: State { self[dynamicMember: \.self] }
}

// `Observable` alone would be the class of MillraceSignals.
extension ObservedStore: Observation.Observable {}

// MARK: - Actions

extension ObservedStore {
    /// Dispatches an action: to all stores, or to this one alone if it is a member of a family.
    ///
    /// That is where the effects of the store send their actions, too, so a screen need not know whether there is one of
    /// its kind or many. The turn is over when this returns.
    ///
    /// - Parameters:
    ///   - action: The action to dispatch.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public func dispatch(_ action: some Action, file: StaticString = #fileID, line: UInt = #line) {
        if pretended != nil { return }
        if store.registrant.isMember {
            store.dispatcher.dispatch(action, to: store, file: file, line: line)
        } else {
            store.dispatcher.dispatch(action, file: file, line: line)
        }
    }

    /// Dispatches an action to all stores, also from a member of a family: to the route, for instance.
    ///
    /// - Parameters:
    ///   - action: The action to dispatch.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public func dispatch(toAll action: some Action, file: StaticString = #fileID, line: UInt = #line) {
        if pretended == nil { store.dispatcher.dispatch(action, file: file, line: line) }
    }

    /// Dispatches an action that sets a field to a value; nothing if the field has that value.
    ///
    /// A binding does this with the user's input: controls report their value also when it has not changed.
    ///
    /// - Parameters:
    ///   - value: The new value of the field.
    ///   - field: The field that the action changes.
    ///   - action: The action for a value.
    public func set<Field: Equatable>(
        _ field: KeyPath<State, Field>,
        to value: Field,
        by action: (Field) -> some Action
    ) {
        if store.state.value[keyPath: field] != value { dispatch(action(value)) }
    }
}

// MARK: - Previews

extension ObservedStore {
    /// A store that shows a state and dispatches no action, for a preview or a snapshot.
    ///
    /// ~~~swift
    /// #Preview { SearchView(store: .preview(SearchState(text: "mill"), inFlight: "search")) }
    /// ~~~
    ///
    /// - Parameters:
    ///   - state: The state to show.
    ///   - effects: The identities of effects that are shown as in flight.
    public static func preview(_ state: State, inFlight effects: any Hashable & Sendable...) -> ObservedStore {
        let pretended = Set(effects.map { AnyHashable($0) })
        return ObservedStore(Store(state, on: Dispatcher(on: .main), name: "preview"), pretending: pretended)
    }
}
