import Millrace

extension Effect {
    /// Asks the homeserver something, and dispatches what is sent with its answer; or the action for a failure.
    ///
    /// That the device was signed out is told to all stores first, because it concerns all of them. So no store has to
    /// tell others what it has learnt.
    static func asking(
        _ id: String,
        _ policy: OverlapPolicy,
        after delay: Duration = .zero,
        _ body: nonisolated(nonsending) @escaping (Send) async throws -> Void,
        failing: @escaping (ChatProblem) -> any Action
    ) -> Effect {
        .run(id, policy, after: delay) { send in
            do {
                try await body(send)
            } catch {
                if ChatProblem(caught: error) == .signedOut { send.toAll(SignedOut()) }
                throw error
            }
        } catching: { error in
            failing(ChatProblem(caught: error))
        }
    }

    /// Asks the homeserver something, and dispatches the action that is returned; or the one for a failure.
    static func asking(
        _ id: String,
        _ policy: OverlapPolicy,
        after delay: Duration = .zero,
        _ body: nonisolated(nonsending) @escaping () async throws -> any Action,
        failing: @escaping (ChatProblem) -> any Action
    ) -> Effect {
        asking(id, policy, after: delay, { send in send(try await body()) }, failing: failing)
    }
}
