import MillraceBase
import MillraceSignals

// The removal of handlers whose registrations have ended.
//
// A store may be released on any thread. Where its home is reached, the handlers are removed there. Where none is, the
// handlers would stay until the next dispatch, and the objects that they have captured with them: another store, which
// keeps the dispatcher, which keeps the handlers. So the code that releases such a store removes them, unless they are
// in use, which the code that uses them marks.

extension Dispatcher {
    /// Notes that the calling code registers something, and where.
    func noteUse() {
        home.noteUse("a dispatcher")
        guard use == nil, home.isUnreachable else { return }
        use = Locked(false)
        obstacles.bitwiseOr(Dispatcher.sharing, ordering: .releasing)
    }

    /// Runs a body that uses the handlers, in the dispatcher's home.
    @inline(__always)
    func using(_ body: () -> Void) {
        let isOutermost = obstacles.load(ordering: .relaxed) & Dispatcher.sharing != 0 && beginUse()
        body()
        if isOutermost { endUse() }
    }

    /// Returns false if the handlers are in use already, or no other code can remove any.
    @inline(never)
    private func beginUse() -> Bool {
        if !isInUse, let use { isInUse = use.withLock(markInUse) } else { return false }
        return isInUse
    }

    @inline(never)
    private func endUse() {
        guard let use else { return }
        repeat { dropRemoved() } while !use.withLock(markUnused)
        isInUse = false
    }

    /// Notes that the handlers are in use. Returns false if there is no need any more, since the home is known.
    private func markInUse(_ isInUse: inout Bool) -> Bool {
        if !home.isUnreachable {
            obstacles.bitwiseAnd(~Dispatcher.sharing, ordering: .relaxed)
            return false
        }
        isInUse = true
        return true
    }

    /// Notes that the handlers are not in use any more. Returns false if some are to be removed before.
    private func markUnused(_ isInUse: inout Bool) -> Bool {
        isInUse = obstacles.load(ordering: .relaxed) & Dispatcher.removals != 0
        return !isInUse
    }

    /// Drops the handlers of one registration that has ended. For a store the cost does not depend on how many others
    /// there are; callbacks are searched for.
    func drop(_ last: Handler?) {
        guard last != nil else {
            obstacles.bitwiseOr(Dispatcher.removals, ordering: .relaxed)
            return dropRemoved()
        }
        var next = last
        while let handler = next {
            let list = handlers.find(ObjectIdentifier(handler.actionType))?.takeUnretainedValue()
            list?.remove(handler, before: dispatchNumber + 1)
            next = handler.previous
        }
    }

    /// Drops the handlers whose registrations have ended, wherever they are. O(n) for n handlers, if there are such.
    @inline(__always)
    func dropRemoved() {
        if obstacles.load(ordering: .relaxed) & Dispatcher.removals != 0 { dropAllRemoved() }
    }

    @inline(never)
    private func dropAllRemoved() {
        // The captures of the dropped handlers are released last, when all lists are in order, and never in the midst
        // of an action: it may dispatch another.
        let dropped = takeAllRemoved()
        if withRunner({ !$0.isIdle }) { letGoLater(dropped) } else { letGo(dropped) }
    }

    private func takeAllRemoved() -> [Any] {
        obstacles.bitwiseAnd(~Dispatcher.removals, ordering: .acquiring)
        var dropped: [AnyObject] = []
        let formerCallbacks = callbacks
        callbacks.removeAll { $0.registrant.hasEnded }
        for list in handlers.all { list.dropRemoved(into: &dropped, before: dispatchNumber + 1) }
        return (dropped as [Any]) + formerCallbacks
    }

    /// Drops the handlers of a registration that was released outside the home, or has the code that uses them do it.
    /// Returns false if only code of the home may.
    private func dropElsewhere(_ last: Handler?) -> Bool {
        guard obstacles.load(ordering: .acquiring) & Dispatcher.sharing != 0, let use else { return false }
        // Dropped handlers are released afterwards, by the caller or here: no code of the user runs meanwhile.
        var dropped: [Any] = []
        let isShared = use.withLock { isInUse in
            if obstacles.load(ordering: .relaxed) & Dispatcher.sharing == 0 { return false }
            if isInUse {
                obstacles.bitwiseOr(Dispatcher.removals, ordering: .releasing)
            } else if last == nil {
                dropped = takeAllRemoved()
            } else {
                drop(last)
            }
            return true
        }
        return withExtendedLifetime(dropped) { isShared }
    }
}

extension Dispatcher: RegistrationOwner {
    func registrationEnded(_ last: Handler?) {
        if home.isHere { return using { drop(last) } }
        if dropElsewhere(last) { return }
        obstacles.bitwiseOr(Dispatcher.removals, ordering: .releasing)
        home.pruneSoon(self)
    }
}

extension Dispatcher: Prunable {
    package func pruneReleased() { using { dropRemoved() } }
}
