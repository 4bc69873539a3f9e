import MillraceBase
import MillraceSignals

// How the reactions to the changes of an action's handlers are called.

extension HandlerList {
    /// Notes that the state of a store has changed, which is watched, or has reactions.
    @inline(never)
    func noteChange(of store: Registrant, _ runner: TurnRunner) {
        store.notifyWatchers(runner)
        if store.reactions.isEmpty || store.isToReact { return }
        store.isToReact = true
        reacting.append(store)
    }

    /// Calls the reactions to the changes of the handlers: those of one store until none of them is due, then those of
    /// the store whose first handler was called next.
    @inline(never)
    func callReactions(_ runner: TurnRunner) {
        // Nothing is added meanwhile, since no handler is called.
        for index in reacting.indices {
            let store = reacting[index]
            store.isToReact = false
            if isMoment { store.keepParts() } else { callReactions(of: store, runner) }
        }
        while let store = reacting.popLast() {
            // Where it was released meanwhile, this may be the last to have its closures.
            if store.hasEnded { letGoLater(store) }
        }
    }

    /// Runs something beside the handlers that changes a store, and has it noted.
    private func noting(_ store: Registrant, _ body: () -> Void) {
        guard let notedIn else { return body() }
        notedIn._withUnsafeGuaranteedRef { handled in
            if handled.keepsDetails { return handled.noteDetails(store, body) }
            body()
            handled.note(store)
        }
    }

    private func callReactions(of store: Registrant, _ runner: TurnRunner) {
        if store.hasEnded { return }
        // The list is taken: `==` is the user's.
        for (index, reaction) in store.reactions.enumerated() where reaction.isDue() {
            return noting(store) { callReactions(of: store, startingAt: index, runner) }
        }
    }

    /// Calls the reactions of a store in their order, round after round, until each has found its part as it was.
    ///
    /// - Parameter first: The first one that is due.
    private func callReactions(of store: Registrant, startingAt first: Int, _ runner: TurnRunner) {
        var (index, round, unchangedCount, isKnownDue) = (first, 0, 0, true)
        var circle: [Reaction] = []
        // One may unregister the store.
        while !store.hasEnded, unchangedCount < store.reactions.count {
            let reaction = store.reactions[index]
            unchangedCount += 1
            if isKnownDue || reaction.isDue() {
                // Its own change of its part is none to it.
                (unchangedCount, isKnownDue) = (1, false)
                if round >= HandlerList.limitOfRounds { circle.append(reaction) }
                self.reaction = (store, reaction.site)
                reaction.react(runner)
                self.reaction = nil
            }
            index += 1
            guard index >= store.reactions.count else { continue }
            (index, round) = (0, round + 1)
            if round == HandlerList.limitOfRounds + store.reactions.count { stopCircle(of: circle, in: store) }
        }
    }

    /// How many rounds the reactions of a store may take. In as many more as there are reactions, each of a circle is
    /// called.
    private static var limitOfRounds: Int { 100 }

    private func stopCircle(of reactions: [Reaction], in store: Registrant) -> Never {
        let names = store.reactions.filter { reaction in reactions.contains { $0 === reaction } }
            .map(\.name).joined(separator: ", ")
        stop(
            """
            Store.onChange: the reactions of \(store.label) to \(names) go on changing each other's parts, for \
            \(actionName). \
            To fix: change only what differs, or let one reaction do the work of these, to a part that has all of theirs.
            """,
            at: reactions.first?.site
        )
    }
}
