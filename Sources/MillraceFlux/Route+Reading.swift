import MillraceSignals

// What a handler may read of other stores.

extension Route {
    /// Whether a handler may read the state of a store. Ends the process where the store has one to come.
    func isReadable(_ cell: Cell) -> Bool {
        guard let dispatch = runningDispatch else { return false }
        let entries = called
        let own = entries.filter { $0.registrant.cell === cell }
        guard let registrant = own.first?.registrant, !own.contains(where: { $0.isRunning(in: dispatch) }) else {
            return false
        }
        if awaits(registrant, in: dispatch) {
            stopReading(of: registrant, by: entries.filter { $0.isRunning(in: dispatch) }.map(\.registrant))
        }
        return true
    }

    private func stopReading(of other: Registrant, by running: [Registrant]) -> Never {
        // Who waits for another runs too; a store does not wait.
        let reader = running.first { $0.cell != nil } ?? running.first
        let mend =
            reader?.cell == nil
            ? "call waitFor(_:) with its registration first"
            : "register the handler of \(reader?.label ?? "") with `after: [\(other.label)]`"
        stop(
            """
            Observable.value: \(reader?.label ?? "a handler") read the state of \(other.label) while \(actionName) is \
            being handled, and \(other.label) has not handled it yet. \
            To fix: \(mend), so that it reads the new state.
            """
        )
    }
}

extension Entry {
    fileprivate func isRunning(in dispatch: Int) -> Bool { startedIn == dispatch && finishedIn != dispatch }
}

extension Route {
    /// Whether a store has a handler to come.
    func awaits(_ registrant: Registrant, in dispatch: Int) -> Bool {
        called.contains { entry in
            entry.registrant === registrant && entry.startedIn != dispatch && entry.addedIn != dispatch
                && !entry.isRemoved
        }
    }
}
