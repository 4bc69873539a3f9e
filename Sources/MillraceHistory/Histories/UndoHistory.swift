import MillraceFlux
import MillraceSignals

/// Takes back what the user did, step by step, in some stores.
///
/// ```swift
/// let undo = UndoHistory(on: dispatcher) { undo in
///     undo.restores(document)
///     undo.step(InsertShape.self)
///     undo.step(TypeText.self) { former, next in former.shape == next.shape }     // typing is one step
/// }
/// undo.undo()
/// undo.redo()
/// ```
///
/// An action of a type that makes a step is one, if it has changed a state: of stores whose states are `Equatable`,
/// those that equal what they were do not count. Actions of other types make no step of their own: what they change is
/// undone with the step before it, or stays, if ``restores(_:by:)`` says so. A new step forgets what could be redone.
///
/// Undoing is an action, ``Undo``, and so is ``Redo``: all stores change in one turn, it shows in a log and can be
/// recorded, and what is recorded replays. Unlike with a ``StateHistory`` everything goes on as usual afterwards.
///
/// It does not travel with a ``StateHistory``: what was undone in a moment that is gone stays its.
///
/// The dispatcher keeps it.
public final class UndoHistory {
    /// Which of several the actions are for.
    public let name: String

    /// Whether there is a step to be undone. Changes in the turn in which the stores do.
    public let canUndo: Observable<Bool>

    /// Whether there is a step to be redone. Changes in the turn in which the stores do.
    public let canRedo: Observable<Bool>

    private weak var dispatcher: Dispatcher?
    private let isUndoable = Variable(false)
    private let isRedoable = Variable(false)
    private var stores = KeptStores()
    private var timeline: Timeline
    private var joins: [ObjectIdentifier: (any Action, any Action) -> Bool] = [:]

    /// The action that made the last step; nil where the next one cannot join it.
    private var lastStep: (any Action)?

    /// Makes a history without steps.
    ///
    /// - Parameters:
    ///   - dispatcher: The dispatcher of the stores, which keeps the history.
    ///   - limit: How much it keeps.
    ///   - name: Tells several on one dispatcher apart. A second of one name is a programmer's error.
    ///   - setUp: Called once, with the history, to say which stores it restores and which actions are steps.
    public init(
        on dispatcher: Dispatcher,
        limit: HistoryLimit = HistoryLimit(),
        name: String = "",
        _ setUp: (UndoHistory) -> Void
    ) {
        self.dispatcher = dispatcher
        self.name = name
        canUndo = isUndoable.removeDuplicates()
        canRedo = isRedoable.removeDuplicates()
        timeline = Timeline(startingWith: [], limit: limit)
        // Two would move each other.
        if dispatcher.middlewares.contains(where: { ($0 as? UndoHistory)?.name == name }) {
            stop("UndoHistory.init: the dispatcher has one called \"\(name)\". To fix: give each a name of its own.")
        }
        setUp(self)
        timeline = Timeline(startingWith: stores.snapshot, limit: limit)
        dispatcher.install(self)
    }

    /// What the steps cost, beside the present states: see ``HistoryLimit/bytes``.
    public var bytes: Int { timeline.bytes }
}

// MARK: - Setting up

extension UndoHistory {
    /// Restores a store. To be called while the history is set up.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - restore: Changes the present state to the one that is restored, given second. Without it, the one replaces
    ///     the other. Use it to leave as it is what no undo shall touch, as a selection.
    public func restores<State>(
        _ store: Store<State>,
        by restore: @escaping (inout State, State) -> Void = { $0 = $1 }
    ) {
        let place = stores.add(store)
        let set: (inout State, any UndoStep) -> Void = { [weak self] state, action in
            guard let self, action.name == name else { return }
            let former = timeline.snapshot(timeline.number + action.distance)?[place] as? State
            guard let former else { return }
            letGoAfterTurn(state)
            restore(&state, former)
        }
        store.on(Undo.self) { set(&$0, $1) }
        store.on(Redo.self) { set(&$0, $1) }
    }

    /// Makes actions of a type steps. To be called while the history is set up.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - joins: Whether an action belongs to the step of the one before it, which is of the same type, where no other
    ///     step came in between. Without it, none does.
    public func step<ActionType: Action>(
        _ type: ActionType.Type,
        joining joins: @escaping (_ former: ActionType, _ next: ActionType) -> Bool = { _, _ in false }
    ) {
        let joining: (any Action, any Action) -> Bool = { former, next in
            guard let former = former as? ActionType, let next = next as? ActionType else { return false }
            return joins(former, next)
        }
        let replaced = self.joins.updateValue(joining, forKey: ObjectIdentifier(type))
        withExtendedLifetime(replaced) {}
    }
}

// MARK: - Undoing

extension UndoHistory {
    /// Takes back the last step. Without one, nothing happens.
    ///
    /// As ``Dispatcher/dispatch(_:file:line:)`` it waits in mid-turn, and must not be called by a handler.
    public func undo() {
        if timeline.number > timeline.firstNumber { dispatcher?.dispatch(Undo(in: name)) }
    }

    /// Does again what was undone last. Without such a step, nothing happens.
    ///
    /// As ``Dispatcher/dispatch(_:file:line:)`` it waits in mid-turn, and must not be called by a handler.
    public func redo() {
        if timeline.number < timeline.lastNumber { dispatcher?.dispatch(Redo(in: name)) }
    }
}

extension UndoHistory: Middleware {
    /// Takes down what an action has led to.
    public func didHandle(_ handled: HandledAction) {
        guard stores.areChanged(by: handled) else { return }
        let action = handled.action
        if let step = action as? any UndoStep, step.name == name {
            timeline.move(to: timeline.number + step.distance)
            letGoAfterTurn(timeline.replacePresent(by: stores.snapshot))
            setLastStep(nil)
        } else if let joins = joins[ObjectIdentifier(type(of: action))] {
            take(action, joining: lastStep.map { joins($0, action) } ?? false)
        } else {
            letGoAfterTurn(timeline.replacePresent(by: stores.snapshot))
        }
        isUndoable.value = timeline.number > timeline.firstNumber
        isRedoable.value = timeline.number < timeline.lastNumber
    }

    private func take(_ action: any Action, joining isJoined: Bool) {
        let snapshot = stores.snapshot
        if let present = timeline.snapshot(timeline.number), areEqual(present, snapshot) { return }
        if isJoined {
            letGoAfterTurn(timeline.replacePresent(by: snapshot))
        } else {
            letGoAfterTurn(timeline.append(snapshot))
        }
        setLastStep(action)
    }

    private func setLastStep(_ action: (any Action)?) {
        if let lastStep { letGoAfterTurn(lastStep) }
        lastStep = action
    }

    private func areEqual(_ former: Timeline.Snapshot, _ present: Timeline.Snapshot) -> Bool {
        zip(former, present).allSatisfy { former, present in
            func open<State: Equatable>(_ former: State) -> Bool { former == present as? State }
            guard let former = former as? any Equatable else { return false }
            return open(former)
        }
    }
}

/// What ``Undo`` and ``Redo`` have in common.
private protocol UndoStep: Action {
    var name: String { get }
    var distance: Int { get }
}

/// The action that takes back the last step of an ``UndoHistory``.
public struct Undo: Action, Equatable, Codable {
    /// The name of the history.
    public var name: String

    /// Takes back the last step of a history.
    public init(in name: String = "") {
        self.name = name
    }
}

/// The action that does again what was undone last in an ``UndoHistory``.
public struct Redo: Action, Equatable, Codable {
    /// The name of the history.
    public var name: String

    /// Does the next step of a history again.
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
