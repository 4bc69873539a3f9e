import MillraceBase
import MillraceFlux
import MillraceSignals

/// Undoes and redoes the user's actions, step by step, in some stores.
///
/// ```swift
/// let undo = UndoHistory(on: dispatcher) { undo in
///     undo.track(document)
///     undo.step(InsertShape.self)
///     undo.step(TypeText.self) { former, next in former.shape == next.shape }     // typing is one step
/// }
/// undo.undo()
/// undo.redo()
/// ```
///
/// An action of a step type is a step if undoing it changes a state: not if the states are as they were, nor if it has
/// changed only parts that ``track(_:by:)-(Store<State>,_)`` leaves. States are compared with `==`; without one they
/// count as changed unless their bits are the same. What actions change that make no step is undone with the step
/// before, or stays, as ``track(_:by:)-(Store<State>,_)`` determines. A new step drops the steps that could be redone,
/// and so does any other action whose changes redoing would then take back: a server's answers in between are not lost.
/// The parts that ``track(_:by:)-(Store<State>,_)`` leaves, such as a selection, may change in between. A step of
/// several actions is one no more when they have led back to where it began.
///
/// Undoing is an action, ``Undo``, and so is ``Redo``: all stores change in one turn, it appears in a log, can be
/// recorded and replays. Unlike with a ``StateHistory``, everything else goes on as usual. A store may handle ``Undo``
/// and ``Redo`` as well, for instance to tell a server: wherever its handler is registered, it is called when all
/// states have been restored.
///
/// For each action, a table in a state costs O(k log n) for k changes, and an array that has changed O(n).
///
/// Stored properties of types that are `Irreversible`, such as an outbox, stay as they are, whatever restores the state.
///
/// Time travel with a ``StateHistory`` does not move it: the steps that can be undone and redone stay the same.
///
/// The dispatcher keeps it alive.
public final class UndoHistory {
    /// The name, which determines the history that the actions are for.
    public let name: String

    /// Whether there is a step to undo. Changes in the same turn as the stores.
    public let canUndo: Observable<Bool>

    /// Whether there is a step to redo. Changes in the same turn as the stores.
    public let canRedo: Observable<Bool>

    private weak var dispatcher: Dispatcher?
    private let isUndoable = Variable(false)
    private let isRedoable = Variable(false)
    private var stores = TrackedStores()
    private var timeline: Timeline

    /// For each store, whether restoring its former state changes the present one.
    private var changes: [(_ former: Any, _ present: Any) -> Bool] = []

    /// The stores of which steps are undone, and not states restored.
    private var placesOfSteps: Set<Int> = []
    private var joins: [ObjectIdentifier: (any Action, any Action) -> Bool] = [:]

    /// The action that made the last step; nil if the next one cannot join it.
    private var lastStep: (any Action)?

    /// Creates a history without steps.
    ///
    /// - Parameters:
    ///   - dispatcher: The dispatcher of the stores, which keeps the history alive.
    ///   - limit: The maximum number of steps. Of more, the oldest are dropped.
    ///   - name: Distinguishes several histories of one dispatcher. Using a name twice is a precondition failure.
    ///   - setUp: Called once with the history, to determine which stores it restores and which actions are steps.
    public init(
        on dispatcher: Dispatcher,
        limit: Int = 100,
        name: String = "",
        _ setUp: (UndoHistory) -> Void
    ) {
        self.dispatcher = dispatcher
        self.name = name
        canUndo = isUndoable.removeDuplicates()
        canRedo = isRedoable.removeDuplicates()
        timeline = Timeline(startingWith: [], limit: limit)
        setUp(self)
        timeline = Timeline(startingWith: stores.snapshot, limit: limit)
        var middleware = Middleware(handled: note)
        middleware.soleName = "an UndoHistory called \"\(name)\""
        dispatcher.install(middleware)
    }
}

// MARK: - Setting up

extension UndoHistory {
    /// Adds a store to be restored. Call it during set-up.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - restore: Changes the present state, its first argument, into the one to be restored, its second. By default
    ///     the latter replaces the former; in it, `Irreversible` parts are as in the present one. Use it to keep parts
    ///     that undo must not change, such as a selection or a message about a failure. It is also called with a copy,
    ///     to see whether an action makes a step.
    public func track<State>(
        _ store: Store<State>,
        by restore: @escaping (inout State, State) -> Void = { $0 = $1 }
    ) {
        let (place, restore) = (stores.add(store), keepingIrreversibleParts(restore))
        changes.append { former, present in
            guard let former = former as? State, let present = present as? State else { return true }
            return changesState(present, restoring: former, by: restore)
        }
        let set: (inout State, any UndoStep) -> Void = { [weak self] state, action in
            guard let self, action.name == name else { return }
            let former = timeline.snapshot(timeline.number + action.distance)?[place] as? State
            guard let former else { return }
            letGoAfterTurn(state)
            restore(&state, former)
        }
        store.onFirst(Undo.self) { set(&$0, $1) }
        store.onFirst(Redo.self) { set(&$0, $1) }
    }

    /// Adds a store to which changes come from elsewhere, too. Undoing takes back the changes of a step, and can leave
    /// later ones. Call it during set-up.
    ///
    /// ```swift
    /// undo.track(page) { present, from, to in
    ///     if present.title == from.title { present.title = to.title }
    /// }
    /// ```
    ///
    /// No other action drops the steps that could be redone, and its changes are no part of a step.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - undo: Leads the present state, its first argument, from what a step has made to what was before, and the other
    ///     way for redo: it changes what differs between both. The present state may have other changes besides; in the
    ///     other two, `Irreversible` parts are as in the present one. It is also called with a copy, to see whether an
    ///     action makes a step, and several times for a step of several actions between which something else has changed.
    public func track<State>(
        _ store: Store<State>,
        undoing undo: @escaping (_ present: inout State, _ from: State, _ to: State) -> Void
    ) {
        let (place, parts) = (stores.add(store), IrreversibleParts<State>())
        let lead: (inout State, State, State) -> Void = { present, from, to in
            undo(&present, parts.former(from, keepingThoseOf: present), parts.former(to, keepingThoseOf: present))
        }
        placesOfSteps.insert(place)
        changes.append { former, present in
            guard let former = former as? State, let present = present as? State else { return true }
            return changesState(present, restoring: former) { lead(&$0, present, $1) }
        }
        let set: (inout State, any UndoStep) -> Void = { [weak self] state, action in
            guard let self, action.name == name else { return }
            letGoAfterTurn(state)
            for (from, to) in snapshots(of: action) {
                if let from = from[place] as? State, let to = to[place] as? State { lead(&state, from, to) }
            }
        }
        store.onFirst(Undo.self) { set(&$0, $1) }
        store.onFirst(Redo.self) { set(&$0, $1) }
    }

    /// Adds a family of stores to be restored: the state of each member. Call it during set-up.
    ///
    /// Which members there are is said by the elements of the family's parent, so add the parent too: a member whose
    /// element comes back begins with the state that it had. O(k log n) for k members that changed, for each action.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - restore: Changes the present state of a member, its first argument, into the one to be restored. A member
    ///     that comes back is at first as it was made, with what is `Irreversible` as when it was there last. Use it
    ///     for parts that wait for effects that are over or cancelled, such as `Pages`: `{ $0 = $1;
    ///     $0.messages.cancel() }`.
    public func track<Key, State>(
        _ family: StoreFamily<Key, State>,
        by restore: @escaping (inout State, State) -> Void = { $0 = $1 }
    ) {
        let tracked = TrackedFamily(family)
        let (place, restoreParts) = (stores.add(tracked), keepingIrreversibleParts(restore))
        changes.append { former, present in
            guard let former = former as? FamilyStates<Key, State>, let present = present as? FamilyStates<Key, State>
            else { return true }
            return tracked.changes(present, restoring: former) { changesState($0, restoring: $1, by: restoreParts) }
        }
        let set: (any UndoStep) -> Void = { [weak self] action in
            guard let self, action.name == name else { return }
            let former = timeline.snapshot(timeline.number + action.distance)?[place] as? FamilyStates<Key, State>
            if let former { tracked.restore(former, by: restore) }
        }
        family.onFirst(Undo.self) { set($0) }
        family.onFirst(Redo.self) { set($0) }
    }

    /// Makes actions of a type steps. Call it during set-up.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - joins: Returns whether an action belongs to the step of the previous one, which has the same type, if no
    ///     other step came in between. By default none does.
    public func step<ActionType: Action>(
        _ type: ActionType.Type,
        joining joins: @escaping (_ former: ActionType, _ next: ActionType) -> Bool = { _, _ in false }
    ) {
        let joining: (any Action, any Action) -> Bool = { former, next in
            guard let former = former as? ActionType, let next = next as? ActionType else { return false }
            return joins(former, next)
        }
        letGo(self.joins.updateValue(joining, forKey: ObjectIdentifier(type)))
    }
}

// MARK: - Undoing

extension UndoHistory {
    /// Undoes the last step. If there is none, nothing happens.
    ///
    /// Like `Dispatcher.dispatch(_:file:line:)`, this is queued during a turn and must not be called by a handler.
    public func undo() {
        if timeline.number > timeline.firstNumber { dispatcher?.dispatch(Undo(in: name)) }
    }

    /// Redoes the step that was undone last. If there is none, nothing happens.
    ///
    /// Like `Dispatcher.dispatch(_:file:line:)`, this is queued during a turn and must not be called by a handler.
    public func redo() {
        if timeline.number < timeline.lastNumber { dispatcher?.dispatch(Redo(in: name)) }
    }
}

// MARK: - Noting

extension UndoHistory {
    /// Notes the states after an action.
    private func note(_ handled: HandledAction) {
        guard stores.areChanged(by: handled) else { return }
        let action = handled.action
        if let step = action as? any UndoStep, step.name == name {
            timeline.move(to: timeline.number + step.distance)
            letGoAfterTurn(timeline.replacePresent(by: stores.snapshot))
            setLastStep(nil)
        } else if let joins = joins[ObjectIdentifier(type(of: action))] {
            take(action, joining: lastStep.map { joins($0, action) } ?? false)
        } else {
            // Time travel comes back.
            replacePresent(keepingSteps: action is TimeTravel)
        }
        isUndoable.value = timeline.number > timeline.firstNumber
        isRedoable.value = timeline.number < timeline.lastNumber
    }

    /// The changes of a step, from where undo or redo begins to where it ends.
    private func snapshots(of step: any UndoStep) -> [(from: Timeline.Snapshot, to: Timeline.Snapshot)] {
        step.distance < 0
            ? timeline.changes(leadingTo: timeline.number).reversed().map { ($0.next, $0.former) }
            : timeline.changes(leadingTo: timeline.number + 1).map { ($0.former, $0.next) }
    }

    private func replacePresent(keepingSteps keepsSteps: Bool) {
        let snapshot = stores.snapshot
        if !keepsSteps, timeline.number < timeline.lastNumber,
            isStep(from: timeline.number, to: snapshot, besides: placesOfSteps)
        {
            // To redo would restore the states as if the action had not been.
            letGoAfterTurn(timeline.forgetLater())
        }
        letGoAfterTurn(timeline.replacePresent(by: snapshot))
    }

    private func take(_ action: any Action, joining isJoined: Bool) {
        let snapshot = stores.snapshot
        guard isStep(from: timeline.number, to: snapshot) else {
            return letGoAfterTurn(timeline.replacePresent(by: snapshot))
        }
        if !isJoined {
            letGoAfterTurn(timeline.append(snapshot, keepingChange: !placesOfSteps.isEmpty))
        } else if isStep(from: timeline.number - 1, to: snapshot) {
            letGoAfterTurn(timeline.extendPresent(by: snapshot, keepingChange: !placesOfSteps.isEmpty))
        } else {
            // The actions have led back to where their step began.
            timeline.move(to: timeline.number - 1)
            letGoAfterTurn(timeline.forgetLater())
            letGoAfterTurn(timeline.replacePresent(by: snapshot))
            return setLastStep(nil)
        }
        setLastStep(action)
    }

    /// Whether restoring the states of a moment changes these; true if the moment is not kept.
    private func isStep(
        from number: Int,
        to snapshot: Timeline.Snapshot,
        besides places: Set<Int> = []
    ) -> Bool {
        guard let former = timeline.snapshot(number) else { return true }
        return changes.indices.contains { !places.contains($0) && changes[$0](former[$0], snapshot[$0]) }
    }

    private func setLastStep(_ action: (any Action)?) {
        if let lastStep { letGoAfterTurn(lastStep) }
        lastStep = action
    }
}

/// A way to restore a state that leaves irreversible parts as they are.
private func keepingIrreversibleParts<State>(
    _ restore: @escaping (inout State, State) -> Void
) -> (inout State, State) -> Void {
    let parts = IrreversibleParts<State>()
    return { present, former in restore(&present, parts.former(former, keepingThoseOf: present)) }
}

/// Returns whether restoring a former state changes the present one.
private func changesState<State>(
    _ present: State,
    restoring former: State,
    by restore: (inout State, State) -> Void
) -> Bool {
    func areSame(_ one: State, _ other: State) -> Bool { haveSameBits(one, other) || equality(of: one, other) == true }
    if areSame(former, present) { return false }
    var restored = present
    restore(&restored, former)
    if haveSameBits(restored, former) { return true }
    letGoAfterTurn(restored)
    return !areSame(restored, present)
}

/// The common part of ``Undo`` and ``Redo``.
private protocol UndoStep: Action {
    var name: String { get }
    var distance: Int { get }
}

/// The action that undoes the last step of an ``UndoHistory``.
public struct Undo: Action, Equatable, Codable {
    /// The name of the history.
    public var name: String

    /// Creates an action for a history.
    public init(in name: String = "") {
        self.name = name
    }
}

/// The action that redoes the step of an ``UndoHistory`` that was undone last.
public struct Redo: Action, Equatable, Codable {
    /// The name of the history.
    public var name: String

    /// Creates an action for a history.
    public init(in name: String = "") {
        self.name = name
    }
}

extension Undo: UndoStep {
    fileprivate var distance: Int { -1 }
}

extension Redo: UndoStep {
    fileprivate var distance: Int { 1 }
}
