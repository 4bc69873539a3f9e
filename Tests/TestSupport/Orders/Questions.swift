import MillraceFlux
import MillraceSignals
import MillraceTesting
import Synchronization

/// What a store has asked outside, by effects of one identity, and which of them law F6 has in flight: the state follows
/// the law, so that conditions of an exploration see where the effects do not.
package struct Questions: Equatable {
    package struct Question: Equatable {
        package let text: String
        let policy: OverlapPolicy
    }

    /// Those whose effects run.
    package private(set) var running: [Question] = []

    /// Those whose effects wait for others.
    package private(set) var waiting: [Question] = []

    /// The answers that have come, though no effect was in flight that might give them.
    package private(set) var wrongAnswers: [String] = []

    package init() {}

    package var inFlight: Int { running.count + waiting.count }

    fileprivate mutating func ask(_ question: Question) {
        switch question.policy {
        case .first: if inFlight > 0 { return }
        case .latest: (running, waiting) = ([], [])
        case .merge, .concat, .concurrent: break
        }
        waiting.append(question)
        if question.policy == .merge { running.append(waiting.removeLast()) }
        begin()
    }

    fileprivate mutating func end(_ text: String) {
        guard let index = running.firstIndex(where: { $0.text == text }) else { return wrongAnswers.append(text) }
        running.remove(at: index)
        begin()
    }

    fileprivate mutating func cancel() { (running, waiting) = ([], []) }

    private mutating func begin() {
        while let next = waiting.first, running.count < next.policy.limit { running.append(waiting.removeFirst()) }
    }
}

/// Asks something, with an effect of a policy.
package struct AskOutside: Action {
    let text: String
    let policy: OverlapPolicy

    package init(_ text: String, _ policy: OverlapPolicy) { (self.text, self.policy) = (text, policy) }
}

/// Cancels the effects.
package struct StopAsking: Action {
    package init() {}
}

/// Asks the family to close the store.
package struct LeaveQuestions: Action {
    package init() {}
}

/// What was asked has its end.
private struct Answered: Action {
    let text: String
    let isLast: Bool
}

private struct NoAnswer: Error {}

/// What the effects do at present.
package final class WorkOutside: Sendable {
    private let present = Mutex<[String]>([])

    package init() {}

    /// The texts for whose answers effects wait, in alphabetical order.
    package var texts: [String] { present.withLock { $0.sorted() } }

    func begin(_ text: String) { present.withLock { $0.append(text) } }

    func end(_ text: String) {
        present.withLock { texts in
            if let index = texts.firstIndex(of: text) { texts.remove(at: index) }
        }
    }
}

/// Makes a store that asks outside.
///
/// - Parameters:
///   - prefix: What its texts begin with outside.
///   - last: The text whose answer closes the store.
package func makeQuestions(
    _ prefix: String = "",
    in world: World,
    _ work: WorkOutside,
    closingAfter last: String? = nil,
    on dispatcher: Dispatcher,
    name: String? = nil
) -> Store<Questions> {
    let outside = world.outside
    return Store(Questions(), on: dispatcher, name: name) { store in
        store.on(AskOutside.self) { state, action in
            state.ask(Questions.Question(text: action.text, policy: action.policy))
            let (text, isLast) = (action.text, action.text == last)
            return .run("question", action.policy) {
                work.begin(prefix + text)
                defer { work.end(prefix + text) }
                let outcomes = [Outcome("answered"), Outcome("fails", isFault: true)]
                // One that is cancelled answers nonetheless, and nobody may hear it.
                let choice = try? await outside.wait(prefix + text, for: outcomes)
                if choice == 1 { throw NoAnswer() }
                return Answered(text: text, isLast: isLast)
            } catching: { _ in
                Answered(text: text, isLast: false)
            }
        }
        store.on(Answered.self) { state, action in
            state.end(action.text)
            return action.isLast ? .close : .none
        }
        store.on(StopAsking.self) { state, _ in
            state.cancel()
            return .cancel("question")
        }
        store.on(LeaveQuestions.self) { _, _ in .close }
    }
}
