import Millrace

extension Effect {
    /// Asks the homeserver something, and dispatches what is sent with its answer; or the action for a failure.
    ///
    /// That the device was signed out is told to all stores first, because it concerns all of them. So no store has to
    /// tell others what it has learnt.
    ///
    /// - Parameter clock: Where a pause is waited for after a failure that may pass, before it is asked again. Each such
    ///   failure is dispatched, too. Nil to ask once.
    static func asking(
        _ id: String,
        _ policy: OverlapPolicy,
        after delay: Duration = .zero,
        againOn clock: (any Scheduler)? = nil,
        _ body: nonisolated(nonsending) @escaping (Send) async throws -> Void,
        failing: @escaping (ChatProblem) -> any Action
    ) -> Effect {
        .run(id, policy, after: delay) { send in
            var failures = 0
            while true {
                do {
                    return try await body(send)
                } catch {
                    let problem = ChatProblem(caught: error)
                    if problem == .signedOut { send.toAll(SignedOut()) }
                    failures += 1
                    guard let clock, let pause = problem.delay(after: failures) else { throw error }
                    send(failing(problem))
                    try await clock.sleep(for: pause)
                }
            }
        } catching: { error in
            failing(ChatProblem(caught: error))
        }
    }
}
