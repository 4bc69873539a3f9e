// How sources learn where they live: see `Home`.

extension Source {
    /// Where this source lives, having learned what the isolation of the code that observes proves, if anything.
    ///
    /// A source whose home nothing is known of yet keeps none: it is given that of what it is derived from.
    @usableFromInline
    package final func home(observedIn isolation: (any Actor)?) -> Home? {
        guard let isolation else { return home }
        guard let home else {
            let learned = Home.of(isolation)
            self.home = learned
            return learned
        }
        if !home.learns(isolation, butNotWhereMadeByHand: true) {
            stopForeign(isolation, "observed in the isolation of")
        }
        return home
    }

    /// Learns from a scheduler where this source lives.
    @usableFromInline
    package final func learnsHome(from scheduler: some Scheduler) {
        guard let actor = scheduler.isolation else { return }
        guard let home else {
            home = .onTheWay(to: actor)
            return
        }
        if !home.learns(actor, butNotWhereMadeByHand: false) { stopForeign(actor, "handed a scheduler of") }
    }

    /// Learns from an actor that observes for itself where this source lives.
    @usableFromInline
    package final func learnsHome(of actor: any Actor) {
        guard let home else {
            home = Home.of(actor)
            return
        }
        if !home.learns(actor, butNotWhereMadeByHand: false) { stopForeign(actor, "observed by") }
    }

    /// Takes the home of a source that this one is derived from, or joins the two.
    @usableFromInline
    final func sharesHome(with other: Source) {
        if home === other.home, home != nil { return }
        joinsHome(of: other)
    }

    @inline(never)
    private final func joinsHome(of other: Source) {
        let home = home ?? other.home ?? Home.unknown()
        if self.home == nil { self.home = home }
        if other.home == nil { other.home = home }
        guard let others = other.home, !home.joins(others) else { return }
        fatalError(
            """
            Home: \(label) belongs to \(home), and \(other.label), which it is derived from, to \(others). \
            To fix: use both in one isolation domain, and bring values across with an inlet or with `values`.
            """
        )
    }

    /// Notes that it is observed, by code of its home: of one that is not known yet, where nothing is known.
    final func settles() {
        let home = home ?? Home.unknown()
        if self.home == nil { self.home = home }
        home.noteUse(label)
    }

    @inline(never)
    private final func stopForeign(_ actor: any Actor, _ what: String) -> Never {
        fatalError(
            """
            Home: \(label) belongs to \(home?.description ?? ""), and was \(what) \(Home.of(actor)). \
            To fix: hand in a scheduler of the actor that it belongs to, or make and use it on that actor; \
            what is used under a lock or on a queue is given a home of its own, as in Variable(0, in: Home()).
            """
        )
    }
}
