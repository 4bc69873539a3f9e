import MillraceBase
import MillraceSignals

// The states that handlers may read while others are still to come.

extension HandlerList {
    /// Whether a registrant has a handler to come.
    func awaits(_ registrant: Registrant, in dispatch: Int) -> Bool {
        called.contains { $0.registrant === registrant && $0.isAwaited(in: dispatch) }
    }

    /// Whether a handler may read the state of a store. Ends the process where the store has a handler to come.
    func allowsReading(_ cell: Cell) -> Bool {
        guard let dispatch = runningDispatch else { return false }
        let own = called.filter { $0.registrant.cell === cell }
        guard let registrant = own.first?.registrant, !own.contains(where: { $0.isRunning(in: dispatch) }) else {
            return false
        }
        if awaits(registrant, in: dispatch) {
            stopReading(of: registrant, by: called.filter { $0.isRunning(in: dispatch) })
        }
        return true
    }

    private func stopReading(of other: Registrant, by running: [Handler]) -> Never {
        // Who waits for another runs too; a store does not wait.
        let handler = running.first { $0.registrant.cell != nil } ?? running.first
        let reader = handler?.registrant
        let mend =
            reader?.cell == nil
            ? "call waitFor(_:) with its registration first"
            : "register the handler of \(reader?.label ?? "") with `after: [\(other.label)]`"
        stop(
            """
            Observable.value: \(reader?.label ?? "a handler") read the state of \(other.label) while \(actionName) is \
            being handled, and \(other.label) has not handled it yet. \
            To fix: \(mend), so that it reads the new state.
            """,
            at: handler?.site
        )
    }

    /// The name of the first store that is there and has a handler.
    var firstStore: String? { called.first { $0.registrant.state != nil && !$0.isUnregistered }?.registrant.label }

    /// Where the handler that is changing a state was registered, which only a debug build knows; or where the reaction
    /// was added.
    func site(changing cell: Cell?) -> CallSite? {
        if let reaction, reaction.store.cell === cell { return reaction.site }
        return called.first { $0.registrant.cell === cell && $0.isRunning }?.site
    }

    func place(changing cell: Cell) -> (file: StaticString, line: UInt)? {
        site(changing: cell).map { ($0.file, $0.line) }
    }
}
