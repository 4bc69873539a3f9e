import MillraceBase
import MillraceSignals

extension Store {
    /// Calls a closure in each turn in which a part of the state has become another value.
    ///
    /// ```swift
    /// store.onChange(of: \.text) { state, former in state.isSaving = !former.isEmpty }
    /// ```
    ///
    /// It is called once for an action, when all handlers of the action have returned, also those of other stores, before
    /// families follow their elements and before observers (law F9). It is a handler in all else: it changes the state in
    /// place, and its changes belong to the action, for middleware, recordings and histories as well. It can read the
    /// states of all other stores. In a `batch` it is called after each action.
    ///
    /// The reactions of a store are called in the order in which they were added, and again as long as another one has
    /// changed their parts; one that changes its own part is not called for that. Stores follow each other in the order
    /// in which their handlers were called.
    ///
    /// It is not called when it is added, when a journal restores the state, or when a history shows another moment. Undo
    /// is an action, so it is called; in a replay it is called without its effects, as handlers are. A member of a
    /// family goes on from the state with which it is made, or comes back.
    ///
    /// - Parameters:
    ///   - part: The part of the state. Its `==` decides whether it is another value.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - reaction: Changes the state. It gets the value that the part had before: when the reaction was called last, or
    ///     was added. Like a handler it must not dispatch (F4).
    /// - Complexity: For each action that the store handles, one `==`, which is O(1) for a string, a collection, a table,
    ///   an outbox or entities that have not changed, and for the last three O(k log n) where k elements have. The value
    ///   before is kept: an array that is changed in place is copied, with each change; a table is not. A store without
    ///   reactions pays nothing.
    ///
    /// Precondition: no handler of the store is running, and it has not been unregistered.
    @export(implementation)
    public func onChange<Part: Equatable>(
        of part: KeyPath<State, Part>,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ reaction: @escaping (inout State, _ former: Part) -> Void
    ) {
        react(to: part, CallSite(file, line), starting: nil) { state, former in
            reaction(&state, former)
            return .none
        }
    }
}

extension StoreReference {
    /// Calls a closure in each turn in which a part of the state has become another value, and starts the effect that it
    /// returns.
    ///
    /// ```swift
    /// store.onChange(of: \.text) { state, _ in
    ///     let text = state.text
    ///     return .run("search", .latest, after: .milliseconds(300)) { Found(hits: try await service.hits(text)) }
    /// }
    /// ```
    ///
    /// Otherwise like the form that returns nothing. The effect is one of the action that has changed the part: it starts
    /// when the turn is over, after those of the handlers.
    ///
    /// - Parameters:
    ///   - part: The part of the state.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - reaction: Changes the state, and returns the effect. If it is a single expression, it needs no `return`.
    @export(implementation)
    public func onChange<State, Part: Equatable>(
        of part: KeyPath<State, Part>,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ reaction: @escaping (inout State, _ former: Part) -> Effect
    ) where Self == Store<State> {
        self.react(to: part, CallSite(file, line), starting: self.effects, reaction)
    }
}

// Without the third form the compiler takes the first one for a closure that is only an expression: see `StoreReference`.
extension EffectArrayHandling {
    /// Calls a closure in each turn in which a part of the state has become another value, and starts the effects that it
    /// returns, in their order.
    ///
    /// ```swift
    /// store.onChange(of: \.ids) { state, _ in state.ids.map { id in load(id) } }
    /// ```
    ///
    /// Otherwise like the form that returns one effect.
    @export(implementation)
    public func onChange<State, Part: Equatable>(
        of part: KeyPath<State, Part>,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ reaction: @escaping (inout State, _ former: Part) -> [Effect]
    ) where Self == Store<State> {
        self.react(to: part, CallSite(file, line), starting: self.effects) { Effect(reaction(&$0, $1)) }
    }
}

extension Store {
    /// Adds a reaction to a part of the state.
    ///
    /// - Parameter effects: Starts the effects that it returns; nil where it returns none. They keep the identity of the
    ///   store, which keeps the reaction.
    @export(implementation)
    func react<Part: Equatable>(
        to part: KeyPath<State, Part>,
        _ site: CallSite,
        starting effects: Effects?,
        _ body: @escaping (inout State, Part) -> Effect
    ) {
        let (box, node) = (state.box, state.upstream.node)
        let (part, kept) = (StatePart(part), Memory(state.value[keyPath: part]))
        let reaction = Reaction(to: part.path, at: site) {
            box.update(of: node) { part.differs(from: kept.value, in: &$0) }
        } react: { [weak effects] runner in
            // Marked as changed first, as for a handler.
            runner.noteChange(of: node)
            let former = kept.value
            let effect = box.update(of: node) { state in
                let effect = body(&state, former)
                part.copy(from: &state, to: kept)
                return effect
            }
            if !_isPOD(Part.self) { letGoLater(former) }
            if !effect.parts.isEmpty { effects?.start(effect, runner) }
        } keep: {
            if !_isPOD(Part.self) { letGoLater(kept.value) }
            box.update(of: node) { part.copy(from: &$0, to: kept) }
        }
        dispatcher.add(reaction, of: self)
    }
}

/// A part of a state, read where it stands.
@usableFromInline
struct StatePart<State, Part> {
    @usableFromInline let path: KeyPath<State, Part>

    /// Where a stored part is within the state: reading it there takes a third of the time that its path takes. Nil for a
    /// computed one.
    @usableFromInline let offset: Int?

    @export(implementation)
    init(_ path: KeyPath<State, Part>) {
        (self.path, offset) = (path, MemoryLayout<State>.offset(of: path))
    }

    @export(implementation)
    @inline(__always)
    func read<Result>(_ state: inout State, _ body: (Part) -> Result) -> Result {
        guard let offset else { return body(state[keyPath: path]) }
        return withUnsafeMutablePointer(to: &state) {
            body(UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Part.self).pointee)
        }
    }

    /// Whether it is another value than a former one. Two that are not equal to themselves, as not-a-number, are one.
    @export(implementation)
    func differs(from former: Part, in state: inout State) -> Bool where Part: Equatable {
        read(&state) { $0 != former && ($0 == $0 || former == former) }
    }

    /// Keeps the present value. The caller holds the former one.
    @export(implementation)
    func copy(from state: inout State, to kept: Memory<Part>) { read(&state) { kept.value = $0 } }
}
