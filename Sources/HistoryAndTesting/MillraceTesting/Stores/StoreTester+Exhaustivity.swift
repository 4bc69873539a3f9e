import MillraceFlux

/// Whether everything that happens must be expected of a ``StoreTester``.
public enum Exhaustivity: Sendable {
    /// Everything must: each change, each effect, each action.
    case on
    /// Only the mentioned parts are checked.
    ///
    /// A closure receives the state after the action and must not change it: it assigns the values that must hold,
    /// independently of the previous ones. Effects need not be mentioned and actions need not be received: `receive`
    /// skips those that come before.
    case off
}

extension StoreTester {
    var isExhaustive: Bool { exhaustivity == .on }

    /// Runs a block in which everything that happens must be expected, or only the mentioned parts are checked.
    ///
    /// ```swift
    /// tester.withExhaustivity(.off) {
    ///     tester.send(Open("plan.pdf"))
    ///     tester.run()
    ///     tester.receive(Opened.self)
    /// }
    /// tester.send(Close()) { $0.file = nil }
    /// ```
    ///
    /// With `off` the actions that have arrived in the block and were not received are forgotten at its end, and the
    /// next step starts from the state as it is then. Effects that are still in flight go on.
    public func withExhaustivity<Result, Failure: Error>(
        _ exhaustivity: Exhaustivity,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let former = begin(exhaustivity)
        defer { end(exhaustivity, returningTo: former) }
        return try body()
    }

    /// Runs an asynchronous block in which everything that happens must be expected, or only the mentioned parts are
    /// checked.
    ///
    /// Otherwise like the form for a block that does not wait.
    public nonisolated(nonsending) func withExhaustivity<Result, Failure: Error>(
        _ exhaustivity: Exhaustivity,
        _ body: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let former = begin(exhaustivity)
        defer { end(exhaustivity, returningTo: former) }
        return try await body()
    }

    private func begin(_ exhaustivity: Exhaustivity) -> Exhaustivity {
        defer { self.exhaustivity = exhaustivity }
        return self.exhaustivity
    }

    private func end(_ exhaustivity: Exhaustivity, returningTo former: Exhaustivity) {
        self.exhaustivity = former
        guard exhaustivity == .off, former == .on else { return }
        log.forget()
        follow(tested.state)
    }
}
