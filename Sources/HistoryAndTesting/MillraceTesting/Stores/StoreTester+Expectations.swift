import MillraceBase
import MillraceFlux
import MillraceHistory
import MillraceSignals

// The expectations of a store, step by step.

extension StoreTester {
    /// Dispatches an action and expects a change of the state.
    ///
    /// All earlier actions must have been received. An action that no store handles fails, whatever is expected of it;
    /// one that a middleware drops or delays changes nothing now.
    ///
    /// - Parameters:
    ///   - action: The action to dispatch.
    ///   - effects: The identities of the effects that the store starts, in any order; nil for one without an identity.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - change: Changes the previous state into the expected one. Without it, nothing may change.
    public func send(
        _ action: some Action,
        starting effects: (any Hashable & Sendable)?...,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ change: ((inout State) throws -> Void)? = nil
    ) {
        send(action, starting: effects, CallSite(file, line), change) { $0.dispatch(action) }
    }

    /// Dispatches an action to one store alone and expects a change of the state.
    ///
    /// Otherwise like the form that dispatches to all.
    public func send(
        _ action: some Action,
        to store: some StoreReference,
        starting effects: (any Hashable & Sendable)?...,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ change: ((inout State) throws -> Void)? = nil
    ) {
        send(action, starting: effects, CallSite(file, line), change) { $0.dispatch(action, to: store) }
    }

    /// Dispatches an action to one member of a family and expects a change of the state.
    ///
    /// ```swift
    /// chat.send(Say(text: "hello"), to: "tea", in: rooms, starting: "say") { $0[rooms]["tea"]?.draft = "" }
    /// ```
    ///
    /// A member that is not there handles nothing, which fails. Otherwise like the form that dispatches to all.
    public func send<Key, Member>(
        _ action: some Action,
        to key: Key,
        in family: StoreFamily<Key, Member>,
        starting effects: (any Hashable & Sendable)?...,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ change: ((inout State) throws -> Void)? = nil
    ) {
        send(action, starting: effects, CallSite(file, line), change) { _ in
            family.dispatch(action, to: key)
        }
    }

    private func send(
        _ action: some Action,
        starting effects: [(any Hashable & Sendable)?],
        _ place: CallSite,
        _ change: ((inout State) throws -> Void)?,
        by dispatch: (Dispatcher) -> Void
    ) {
        log.place = place
        checkAtEnd()
        if isExhaustive, !log.steps.isEmpty {
            log.fail("expected to receive \(names(log.steps)) before \(valueText(action)) is sent")
        }
        log.forget()
        follow(tested.state)
        dispatch(dispatcher)
        // A middleware may have dropped it.
        let entry = log.takeFirst() ?? untouched(by: action)
        if !entry.isHandled {
            log.fail(
                """
                expected a store to handle \(valueText(entry.action)), none does. To fix: register a handler with \
                Store.on, or keep the store that has one.
                """
            )
        }
        check(entry, starting: effects, change)
    }

    private func untouched(by action: some Action) -> TesterLog<State>.Step {
        TesterLog.Step(action: action, state: state, started: [], isHandled: true)
    }

    /// Expects the next action that effects or observers have dispatched, and a change of the state.
    ///
    /// Actions are compared with `describeDifference`: they need not be `Equatable`.
    ///
    /// - Parameters:
    ///   - action: The expected action.
    ///   - effects: The identities of the effects that the store starts, in any order; nil for one without an identity.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - change: Changes the previous state into the expected one. Without it, nothing may change.
    public func receive<Expected: Action>(
        _ action: Expected,
        starting effects: (any Hashable & Sendable)?...,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ change: ((inout State) throws -> Void)? = nil
    ) {
        log.place = CallSite(file, line)
        let entry = next(valueText(action)) { received in
            guard let received = received as? Expected else { return ", got \(valueText(received))" }
            return describeDifference(action, received).map { " (expected → got):\n\(indented($0))" }
        }
        if let entry { check(entry, starting: effects, change) }
    }

    /// Expects the next action that effects or observers have dispatched to have a type, and a change of the state.
    ///
    /// ```swift
    /// let added = tester.receive(Added.self) { $0.count = 1 }
    /// expect(added?.id).toNot(beEmpty())
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the action.
    ///   - effects: The identities of the effects that the store starts, in any order; nil for one without an identity.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - change: Changes the previous state into the expected one. Without it, nothing may change.
    /// - Returns: The action; nil if there was none of the type, which fails.
    @discardableResult
    public func receive<Expected: Action>(
        _ type: Expected.Type,
        starting effects: (any Hashable & Sendable)?...,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ change: ((inout State) throws -> Void)? = nil
    ) -> Expected? {
        log.place = CallSite(file, line)
        let entry = next("a \(type)") { $0 is Expected ? nil : ", got \(valueText($0))" }
        if let entry { check(entry, starting: effects, change) }
        return entry?.action as? Expected
    }

    /// Expects exactly these effects of the store to be in flight, in any order; nil for one without an identity.
    ///
    /// Time does not advance. If not everything must be expected, there may be others.
    public func expectEffects(
        _ effects: (any Hashable & Sendable)?...,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        log.place = CallSite(file, line)
        let (expected, present) = (effects.map(identity), tested.effects)
        if !isMet(expected, by: present) { log.fail("expected \(list(expected)) in flight, got \(names(present))") }
    }

    /// Runs the work that is due now, and expects that every action was received and every effect is over.
    ///
    /// If not everything must be expected, it expects nothing. The running example no longer keeps the tester, until it is used
    /// again.
    public func finish(file: StaticString = #filePath, line: UInt = #line) {
        log.place = CallSite(file, line)
        check()
        doNotCheckAtEnd()
    }
}

// MARK: - Checking

extension StoreTester {
    /// The expectations of `finish`.
    func check() {
        scheduler.advance()
        checkNothingIsLeft()
    }

    /// Expects that every action was received and every effect is over.
    func checkNothingIsLeft() {
        let (entries, present) = (log.steps, tested.effects)
        log.forget()
        follow(tested.state)
        guard isExhaustive else { return }
        if !entries.isEmpty { log.fail("expected nothing more to receive, got \(names(entries))") }
        if !present.isEmpty {
            log.fail(
                """
                expected no effect in flight, got \(names(present)). To fix: let it end (turn the time with \
                advance(by:), or await settle() for work on the main actor), or send what cancels it.
                """
            )
        }
    }

    /// Removes and returns the next action if it is the expected one; otherwise `mismatch` describes the difference.
    private func next(_ expected: String, mismatch: (any Action) -> String?) -> TesterLog<State>.Step? {
        func isExpected(_ entry: TesterLog<State>.Step) -> Bool { mismatch(entry.action) == nil }

        if log.steps.isEmpty || !isExhaustive && !log.steps.contains(where: isExpected) { scheduler.advance() }
        guard let first = log.steps.first else {
            log.fail(
                """
                expected to receive \(expected), got no action, with \(names(tested.effects)) in flight\(whatIsDue)
                """
            )
            return nil
        }
        if isExhaustive {
            log.forget(first: 1)
            guard let mismatch = mismatch(first.action) else { return first }
            log.fail("expected to receive \(expected)\(mismatch)")
            follow(first.state)
            return nil
        }
        guard let index = log.steps.firstIndex(where: isExpected) else {
            log.fail("expected to receive \(expected), got \(names(log.steps))")
            return nil
        }
        let entry = log.steps[index]
        log.forget(first: index + 1)
        return entry
    }

    /// Compares the changes of an action with the expected ones. The end of a message that nothing has arrived: when
    /// the next thing is due, and how to fix it.
    private var whatIsDue: String {
        if let time = scheduler.timeToNext {
            ", and something due in \(time). To fix: turn the time with advanceToNext(), or advance(by:)."
        } else {
            ", and nothing due. To fix: send what leads to it, or await settle() for work on the main actor."
        }
    }

    private func check(
        _ entry: TesterLog<State>.Step,
        starting effects: [(any Hashable & Sendable)?],
        _ change: ((inout State) throws -> Void)?
    ) {
        let name = valueText(entry.action)
        do {
            var expected = isExhaustive ? state : entry.state
            if isExhaustive { for add in entry.made { add(&expected) } }
            try change?(&expected)
            if let difference = stateDifference(expected, entry.state) {
                let claim =
                    change == nil ? "to change nothing (before → after)" : "to change otherwise (expected → got)"
                log.fail("expected the state after \(name) \(claim):\n\(indented(difference))")
            }
        } catch {
            log.fail("expected a state after \(name), the closure that makes it threw \(shown(error))")
        }
        let expected = effects.map(identity)
        if !isMet(expected, by: entry.started) {
            log.fail("expected \(name) to start \(list(expected)), it started \(names(entry.started))")
        }
        follow(entry.state)
    }

    /// Returns whether there are these effects and, if everything must be expected, no others.
    private func isMet(_ expected: [AnyHashable?], by present: [TestedEffect]) -> Bool {
        var left = present.map(\.id)
        for id in expected {
            guard let index = left.firstIndex(of: id) else { return false }
            left.remove(at: index)
        }
        return !isExhaustive || left.isEmpty
    }

    private func names(_ entries: [TesterLog<State>.Step]) -> String {
        entries.map { valueText($0.action) }.joined(separator: ", ")
    }

    /// Returns effects as failures show them, with their stores if there are several.
    private func names(_ effects: [TestedEffect]) -> String {
        list(
            effects.map(\.id),
            of: tested.holders.count == 1 && tested.holders.first is any StoreReference
                ? nil : effects.map { "\($0.store)" }
        )
    }
}

private func identity(_ id: (any Hashable & Sendable)?) -> AnyHashable? { id.map { AnyHashable($0) } }

/// Returns effects as failures show them: `the effect "search"`.
private func list(_ ids: [AnyHashable?], of stores: [String]? = nil) -> String {
    let names = ids.enumerated().map { index, id in
        let effect =
            id.map { valueText($0.base) } ?? (ids.count == 1 ? "an effect without identity" : "one without identity")
        return effect + (stores.map { " of \($0[index])" } ?? "")
    }
    switch names.count {
    case 0: return "no effect"
    case 1: return ids[0] == nil ? names[0] : "the effect \(names[0])"
    default: return "the effects \(names.joined(separator: ", "))"
    }
}
