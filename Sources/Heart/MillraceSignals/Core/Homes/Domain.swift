import MillraceBase
import Synchronization

/// An object with links that were marked elsewhere and have to be removed in its own domain.
package protocol Prunable: AnyObject {
    /// Removes the objects that other threads have marked. Called by code of the domain.
    func pruneReleased()
}

/// The domain of a known home: the objects to be removed there, and the observations that end with their owners.
///
/// `@unchecked Sendable` is safe: the fields that any thread reaches are behind a lock, and the observations are
/// reached only by code of the domain. Once the domain's actor is gone none of its code can run, and one thread at a
/// time, the one that has set `isPosted`, takes its place.
final class Domain: @unchecked Sendable {
    private struct Waiting {
        var objects: [Reference] = []

        /// Observations that were made by code which is not known to run in the domain.
        var arrived = OwnedObservations()
        var arrivals = 0

        /// Whether a task that removes the pending objects is on its way.
        var isPosted = false
    }

    private struct Reference { weak var object: (any Prunable)? }

    let name: String
    let isMadeByHand: Bool

    /// Whether it is the main actor's domain, which always exists.
    let isMain: Bool
    private weak let actor: (any Actor)?
    let address: ObjectIdentifier?
    private let waiting = Locked(Waiting())

    /// The observations that end with their owners. For code of the domain.
    let owned = OwnedObservations()

    /// Whether there have been such observations.
    private let hasOwned = Atomic<Bool>(false)

    /// - Parameter actor: Nil for a domain that is made by hand.
    init(named name: String, of actor: (any Actor)? = nil) {
        self.name = name
        self.actor = actor
        isMadeByHand = actor == nil
        isMain = actor === MainActor.shared
        address = actor.map { ObjectIdentifier($0) }
    }

    /// Comparing the address first avoids reading a weak reference.
    func isHome(of other: any Actor) -> Bool {
        address == ObjectIdentifier(other) && (isMain || actor === other)
    }

    /// Whether the actor is gone, so that no code of this domain runs any more.
    var isAbandoned: Bool { !isMadeByHand && actor == nil }
}

// MARK: - Unhooking

extension Domain {
    /// Has an object remove its marked observers, in the domain, soon. May be called on any thread.
    func pruneSoon(_ object: any Prunable) {
        if isMadeByHand { return }
        waiting.withLock { $0.objects.append(Reference(object: object)) }
        post()
    }

    /// Has the pending objects removed, unless that is on its way.
    private func post() {
        let isFirst = waiting.withLock { !exchange(&$0.isPosted, with: true) }
        if !isFirst { return }
        if isAbandoned { return prune() }
        Task { [self] in
            if let actor { await actor.prune(self) } else { prune() }
        }
    }

    /// Adds an observation that ends with its owner. For code of the domain.
    func add(_ observation: any OwnedObservation, of owner: AnyObject) {
        hasOwned.store(true, ordering: .relaxed)
        owned.add(observation, of: owner)
    }

    /// Adds an observation that ends with its owner. May be called on any thread.
    func addFromAnywhere(_ observation: any OwnedObservation, of owner: AnyObject) {
        hasOwned.store(true, ordering: .relaxed)
        let isMany = waiting.withLock { waiting in
            waiting.arrived.append(observation, of: owner)
            waiting.arrivals += 1
            return waiting.arrivals & 31 == 0
        }
        if isMany { checkOwnersSoon() }
    }

    /// Has some owners of observations checked, in the domain, soon. May be called on any thread.
    func checkOwnersSoon() {
        if hasOwned.load(ordering: .relaxed) { post() }
    }

    /// Takes over the observations that code outside the domain has added.
    private func takeArrived() {
        guard hasOwned.load(ordering: .relaxed) else { return }
        owned.add(waiting.withLock { exchange(&$0.arrived, with: OwnedObservations()) })
    }

    /// Removes everything that is pending, and checks the owners of some observations: of all when the actor is gone.
    fileprivate func prune() {
        // First, since another task can be posted as soon as nothing is pending.
        takeArrived()
        owned.check(isAbandoned ? .max : 64)
        while let objects = takeWaiting() {
            for reference in objects { reference.object?.pruneReleased() }
        }
    }

    /// Takes the pending objects. If there is nothing, the next task may be posted.
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

    /// Removes everything that is pending, and every observation whose owner is gone, at once. For code of the domain.
    func pruneAll() {
        for reference in takeWaiting() ?? [] { reference.object?.pruneReleased() }
        takeArrived()
        owned.check(.max)
    }
}

extension Actor {
    fileprivate func prune(_ domain: Domain) { domain.prune() }
}
