import MillraceBase

// How sources learn where they live: see `Home`.

extension Source {
    /// Learns the home from the isolation of the observing code, if that belongs to an actor.
    @inlinable
    @inline(__always)
    final func learnHome(observedIn isolation: (any Actor)?) {
        if let isolation { learnHome(observedOn: isolation) }
    }

    /// Returns the home that the isolation of the observing code proves, for a source without a home. The sources above
    /// it may have another one that was made by hand, which then takes precedence.
    @usableFromInline
    final func homeToTake(observedIn isolation: (any Actor)?) -> Home? { home == nil ? isolation.map(Home.of) : nil }

    @usableFromInline
    final func learnHome(observedOn actor: any Actor) {
        if livesOnMain, Home.isMain(actor) { return }
        guard let home else {
            takeHome(Home.of(actor))
            isHomeGuessed = true
            return
        }
        if !home.learn(actor, butNotWhereMadeByHand: true) { stopForeign(actor, "observed in the isolation of") }
        noteWhetherOnMain()
    }

    /// Learns the home from the actor of a scheduler: the source may be on its way there.
    final func learnHome(ofScheduler actor: any Actor) {
        if livesOnMain && Home.isMain(actor) { return }
        guard let home else { return takeHome(.onTheWay(to: actor)) }
        if !home.learn(actor, butNotWhereMadeByHand: false) { stopForeign(actor, "handed a scheduler of") }
    }

    /// Learns the home from an actor that observes for itself.
    @usableFromInline
    package final func learnHome(of actor: any Actor) {
        guard let home else { return takeHome(Home.of(actor)) }
        if !home.learn(actor, butNotWhereMadeByHand: false) { stopForeign(actor, "observed by") }
    }

    /// Takes the home of a source that this one is derived from, or merges the two.
    @usableFromInline
    final func shareHome(with other: Source) {
        if livesOnMain && other.livesOnMain { return }
        // Nothing is to be joined if only the other has one.
        if takeHome(of: other) { return }
        if homeReference != nil, homeReference?.toOpaque() == other.homeReference?.toOpaque() { return }
        joinHome(of: other)
    }

    @inline(never)
    private final func joinHome(of other: Source) {
        let home = home ?? other.home ?? Home.unknown()
        takeHome(home)
        if other.home == nil {
            other.takeHome(home)
            other.isHomeGuessed = isHomeGuessed
        }
        guard let others = other.home, !home.join(others) else { return }
        if isHomeGuessed, others.isMadeByHand { return replaceGuess(with: others) }
        stop(
            """
            Home: \(label) belongs to \(home), and \(other.label), which it is derived from, to \(others). \
            To fix: use both in one isolation domain, and bring values across with an inlet or with `values`.
            """
        )
    }

    /// Notes that it is observed by code of its home; if nothing is known, by a home that is not known yet.
    final func noteUse() {
        if livesOnMain, withThread({ $0.isOnMain }) { return }
        if homeReference == nil { takeHome(Home.unknown()) }
        guard let homeReference else { return }
        homeReference._withUnsafeGuaranteedRef { home in
            home.noteUse(label)
            noteWhetherOnMain()
        }
    }

    /// Returns whether the other is known to have another home.
    @inline(__always)
    final func isApart(from other: Source) -> Bool {
        if livesOnMain && other.livesOnMain { return false }
        if homeReference?.toOpaque() == other.homeReference?.toOpaque() { return false }
        return hasHomeApart(from: other)
    }

    @inline(never)
    private final func hasHomeApart(from other: Source) -> Bool {
        guard let homeReference else { return other.home?.isApart(from: nil) ?? false }
        return homeReference._withUnsafeGuaranteedRef { own in
            guard let others = other.homeReference else { return own.isApart(from: nil) }
            return others._withUnsafeGuaranteedRef { own.isApart(from: $0) }
        }
    }

    @inline(never)
    private final func stopForeign(_ actor: any Actor, _ what: String) -> Never {
        stop(
            """
            Home: \(label) belongs to \(home?.description ?? ""), and was \(what) \(Home.of(actor)). \
            To fix: hand in a scheduler of the actor that it belongs to, or make and use it on that actor; \
            what is used under a lock or on a queue is given a home of its own, as in Variable(0, in: Home()).
            """
        )
    }
}
