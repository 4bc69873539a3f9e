import Synchronization

/// What can be unhooked in its own domain after it was marked elsewhere.
package protocol Prunable: AnyObject {
    /// Drops what other threads have marked. Called by code of the domain.
    func pruneReleased()
}

/// A home that is known: what is to be done there, and the observations that end with their owners.
///
/// `@unchecked Sendable` is safe: what any thread reaches stands under a lock, and the observations are reached only by
/// code of the domain. Where the domain's actor is gone no code of it can run any more, and one thread at a time, the
/// one that has set `isPosted`, takes its place.
final class Domain: @unchecked Sendable {
    private struct Waiting {
        var objects: [Reference] = []

        /// Observations that code has made which is not known to run in the domain.
        var arrived = OwnedObservations()
        var arrivals = 0

        /// Somebody is on the way to unhook what waits.
        var isPosted = false
    }

    private struct Reference { weak var object: (any Prunable)? }

    let name: String
    let isMadeByHand: Bool

    /// It is the main actor's, which never goes.
    let isMain: Bool
    private weak let actor: (any Actor)?
    private let address: ObjectIdentifier?
    private let waiting = Locked(Waiting())

    /// The observations that end with their owners. For code of the domain.
    let owned = OwnedObservations()

    /// There have been such observations.
    private let hasOwned = Atomic<Bool>(false)

    init(of actor: any Actor) {
        name = actor === MainActor.shared ? "the main actor" : "the actor \(type(of: actor))"
        isMadeByHand = false
        isMain = actor === MainActor.shared
        self.actor = actor
        address = ObjectIdentifier(actor)
    }

    init(named name: String) {
        self.name = name
        isMadeByHand = true
        isMain = false
        actor = nil
        address = nil
    }

    /// Asking the address first spares looking at a weak reference.
    func isHome(of other: any Actor) -> Bool {
        address == ObjectIdentifier(other) && (isMain || actor === other)
    }

    /// The actor is gone, so no code of this domain runs any more.
    var isAbandoned: Bool { !isMadeByHand && actor == nil }
}

// MARK: - Unhooking

extension Domain {
    /// Has an object unhook what was marked, in the domain, soon. Can be called on any thread.
    func prunesSoon(_ object: any Prunable) {
        if isMadeByHand { return }
        let isFirst = waiting.withLock { waiting in
            waiting.objects.append(Reference(object: object))
            defer { waiting.isPosted = true }
            return !waiting.isPosted
        }
        if isFirst { post() }
    }

    private func post() {
        if isAbandoned { return sweep() }
        Task { [self] in
            if let actor { await actor.sweep(self) } else { sweep() }
        }
    }

    /// Adds an observation that ends with its owner. For code of the domain.
    func add(_ place: any OwnedObservation, of owner: AnyObject) {
        hasOwned.store(true, ordering: .relaxed)
        owned.add(place, of: owner)
    }

    /// Adds an observation that ends with its owner. Can be called on any thread.
    func arrives(_ place: any OwnedObservation, of owner: AnyObject) {
        hasOwned.store(true, ordering: .relaxed)
        let isMany = waiting.withLock { waiting in
            waiting.arrived.append(place, of: owner)
            waiting.arrivals += 1
            return waiting.arrivals & 31 == 0
        }
        if isMany { looksSoon() }
    }

    /// Has some owners of observations looked after, in the domain, soon. Can be called on any thread.
    func looksSoon() {
        guard hasOwned.load(ordering: .relaxed) else { return }
        let isFirst = waiting.withLock { waiting in
            defer { waiting.isPosted = true }
            return !waiting.isPosted
        }
        if isFirst { post() }
    }

    /// Takes in what code outside of the domain has added.
    private func takeArrived() {
        guard hasOwned.load(ordering: .relaxed) else { return }
        owned.add(waiting.withLock { exchange(&$0.arrived, with: OwnedObservations()) })
    }

    /// Unhooks all that waits, and looks after the owners of some observations.
    fileprivate func sweep() {
        // First, since the way is free for the next one when nothing waits any more.
        takeArrived()
        owned.look(at: 64)
        while let objects = takeWaiting() {
            for reference in objects { reference.object?.pruneReleased() }
        }
    }

    /// Takes what waits. Where nothing does, the way is free for the next one to be posted.
    private func takeWaiting() -> [Reference]? {
        waiting.withLock { waiting in
            if waiting.objects.isEmpty {
                waiting.isPosted = false
                return nil
            }
            defer { waiting.objects = [] }
            return waiting.objects
        }
    }

    /// Unhooks all that waits, and every observation whose owner is gone, at once. For code of the domain.
    func sweepAll() {
        for reference in takeWaiting() ?? [] { reference.object?.pruneReleased() }
        takeArrived()
        owned.look(at: .max)
    }

    /// Ends the observations of an actor that is gone, whose graphs still hold each other.
    func sweepAbandoned() {
        let isMine = waiting.withLock { waiting in
            defer { waiting.isPosted = true }
            return !waiting.isPosted
        }
        guard isMine else { return }
        takeArrived()
        owned.look(at: .max)
        sweep()
    }
}

extension Actor {
    fileprivate func sweep(_ domain: Domain) { domain.sweep() }
}
