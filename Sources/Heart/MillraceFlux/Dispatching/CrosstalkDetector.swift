#if DEBUG
import MillraceBase
import MillraceSignals

/// Warns, in debug builds, where stores of one feature get each other's answers.
///
/// The warning comes once for an action and its answer, if all of this holds: an effect that was asked for by an action
/// to all answers to all; an effect of another store, with a state of the same type, has answered the same action with
/// the same type of answer; and the answer changes that store's state. So there is no warning where stores see from the
/// contents of an answer that it is not for them, and none for `toAll`.
final class CrosstalkDetector {
    private struct Question: Hashable {
        let action: String
        let answer: ObjectIdentifier
    }

    private struct Answerer { weak let registrant: Registrant? }

    private var answerers: [Question: [Answerer]] = [:]
    private var reported: Set<Question> = []

    /// Dispatches an answer to all, and looks at the stores that it changes.
    func check<Answer: Action>(
        _ answer: Answer,
        to action: String,
        by registrant: Registrant,
        _ dispatch: () -> Void
    ) {
        let question = Question(action: action, answer: ObjectIdentifier(Answer.self))
        let living = answerers[question, default: []].compactMap(\.registrant)
        if reported.contains(question) { return dispatch() }
        if !living.contains(where: { $0 === registrant }) {
            answerers[question] = (living + [registrant]).map(Answerer.init)
        }
        let others = living.filter { $0 !== registrant && $0.isLike(registrant) }
        if others.isEmpty { return dispatch() }
        let former = others.map { $0.state?.anyValue }
        batch {
            dispatch()
            guard let index = others.indices.first(where: { differ(former[$0], others[$0].state?.anyValue) }) else {
                return
            }
            reported.insert(question)
            writeToStandardError(
                """
                Effect: \(Answer.self), by which an effect of \(registrant.label) answers \(action), has changed \
                \(others[index].label) too, whose own effect answers \(action) in the same way. \
                To fix: dispatch \(action) to each store, with dispatch(_:to:), whose effects then answer to it alone, \
                or answer with send(_:to:); where all are meant, answer with send.toAll(_:).
                """
            )
        }
    }

    /// Whether a state is another one: by `==`, or where its type has none, by its text.
    private func differ(_ former: Any?, _ present: Any?) -> Bool {
        guard let former, let present else { return false }
        if let former = former as? any Equatable { return former.differs(from: present) }
        return String(reflecting: former) != String(reflecting: present)
    }
}

extension Equatable {
    fileprivate func differs(from other: Any) -> Bool { self != other as? Self }
}

extension Registrant {
    /// Whether it is there still, and both have states of one type.
    fileprivate func isLike(_ other: Registrant) -> Bool {
        guard let state, let otherState = other.state, !hasEnded else { return false }
        return type(of: state) == type(of: otherState)
    }
}
#endif
