import MillraceSignals

extension Store {
    /// Changes the state as it was kept: no handler or reaction runs, and no effect starts. Also while the store of a family's
    /// member is being made.
    package func restore(_ body: (inout State) -> Void) {
        withRunner { runner in
            runner.collect {
                let node = state.upstream.node
                runner.noteChange(of: node)
                state.box.update(of: node, body)
                registrant.keepParts()
                registrant.notifyWatchers(runner)
                dispatcher.followStates(runner)
            }
        }
    }
}
