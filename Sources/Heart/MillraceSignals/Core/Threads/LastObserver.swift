import MillraceBase

// Which observer keeps the turns going, for the message that ends endless ones. Known in debug builds alone.

/// Returns the closure of an observer, which is known by its place in the user's code while it runs.
@export(implementation)
@inline(__always)
func observing<Value>(from site: CallSite, _ receive: @escaping (Value) -> Void) -> (Value) -> Void {
    #if DEBUG
    { value in
        let former = exchangeObserver(with: site)
        receive(value)
        _ = exchangeObserver(with: former)
    }
    #else
    receive
    #endif
}

/// Returns the closure of an observer with an owner, which is known by its place in the user's code while it runs.
@export(implementation)
@inline(__always)
func observing<Owner, Value>(
    from site: CallSite,
    _ receive: @escaping (Owner, Value) -> Void
) -> (Owner, Value) -> Void {
    #if DEBUG
    { owner, value in
        let former = exchangeObserver(with: site)
        receive(owner, value)
        _ = exchangeObserver(with: former)
    }
    #else
    receive
    #endif
}

#if DEBUG
/// Notes whose observer runs on this thread, and returns whose ran before.
@usableFromInline
func exchangeObserver(with site: CallSite?) -> CallSite? {
    withThread { exchange(&$0.presentObserver, with: site) }
}
#endif

extension ThreadState {
    /// Notes that the observer which runs, if one does, sets, sends or dispatches something.
    @inline(__always)
    func noteAnswer() {
        #if DEBUG
        if let presentObserver { lastToAnswer = presentObserver }
        #endif
    }

    /// Where the observer was added that has set, sent or dispatched something last. Nil where that is not known.
    var lastAnswer: CallSite? {
        #if DEBUG
        lastToAnswer
        #else
        nil
        #endif
    }
}
