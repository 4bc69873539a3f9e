import MillraceBase
import Synchronization

/// The isolation domain in which a graph lives: the main actor, another actor, or a place that you name.
///
/// A graph learns its home by proof, and shares it with everything derived from it:
///
/// - an actor that observes for itself, with `observe(for: self)`;
/// - the isolation of the observing code, if that belongs to an actor;
/// - a scheduler that is passed to an operator or to a dispatcher, and the actor of an inlet.
///
/// Where a graph is made proves nothing: an actor's initialiser runs on its caller's thread. Once the home is known,
/// anything that belongs to another home is refused where it is passed in, and a reference released outside the home is
/// removed soon, by one task there for everything that is pending.
///
/// A lock is not a home. A graph behind a lock, or on a queue that is entered with `sync`, needs a home of its own, so
/// that its turns never wait for those of the code that enters it:
///
/// ```swift
/// let prices = Mutex(Variable(0, in: Home("the prices")))
/// ```
///
/// Give each lock a home of its own. A batch belongs to the graph that is set first in it.
///
/// A reference released outside such a home is removed at the next use. Making a home is O(1).
public final class Home: Sendable, CustomStringConvertible {
    /// The domain of the home, as far as it is known. Nil for a graph that has not learned it yet.
    let domain: Domain?

    /// The home that this one, unknown when it was made, has turned out to be part of.
    ///
    /// Its address, with one reference owned by this object; zero if there is none. Set once. (An `AtomicLazyReference`
    /// would do the same, but is not specialized in Swift 6.3: each read takes 200 instructions.)
    private let successorAddress = Atomic<UInt>(0)

    /// The observations that end with their owners, while the home is not known. Safe without a lock, like `rank`.
    private nonisolated(unsafe) var ownedMeanwhile: OwnedObservations?

    /// The depth of the tree of homes below this one. Safe without a lock: it is read and written only by code of the
    /// graph's own isolation domain, when graphs are joined.
    private nonisolated(unsafe) var rank = 0

    /// Whether code that is known to run at home has used the graph. Before that it may be on its way there, from code
    /// that made it elsewhere and passed a scheduler.
    private let hasArrived = Atomic<Bool>(false)

    /// Whether all uses so far were made where the main actor runs. A guess, used only to decide whether a release on
    /// the main thread may unlink at once.
    private let wasUsedOnMainOnly = Atomic<Bool>(true)

    /// Creates a home for graphs that belong to no actor: those behind a lock or on a queue.
    ///
    /// - Parameter name: The name in error messages.
    public convenience init(_ name: String = "a home of its own") { self.init(domain: Domain(named: name)) }

    private init(domain: Domain?) { self.domain = domain }

    /// Creates the home of an actor that has none yet.
    convenience init(of actor: any Actor) {
        let name = actor === MainActor.shared ? "the main actor" : "the actor \(type(of: actor))"
        self.init(domain: Domain(named: name, of: actor))
    }

    deinit {
        successorAddress.load(ordering: .acquiring).asHome?.release()
    }

    /// Returns the home of a graph that has not learned it yet.
    package static func unknown() -> Home { Home(domain: nil) }

    /// Returns the home of a graph that is on its way to an actor.
    static func onTheWay(to actor: any Actor) -> Home {
        let made = unknown()
        _ = Home.of(actor).adopt(made)
        return made
    }

    /// The main actor's home.
    public static let main = Home(of: MainActor.shared)

    var isMadeByHand: Bool { root.domain?.isMadeByHand == true }

    /// Returns whether an actor is the main actor.
    @usableFromInline
    static func isMain(_ actor: any Actor) -> Bool { mainAddress == ObjectIdentifier(actor) }

    private static let mainAddress = ObjectIdentifier(MainActor.shared)

    /// Whether it is known to be the main actor's, and code of the main actor has used the graph.
    @inline(__always) var isMainAndArrived: Bool { !isUnknown && root.domain?.isMain == true && isArrived }

    /// Returns the home of an actor.
    package static func of(_ actor: any Actor) -> Home {
        isMain(actor) ? main : actorHomes.home(of: actor)
    }

    /// Used when a graph learns where it lives, and not when a graph is made.
    private static let actorHomes = ActorHomes()

    /// The name in error messages.
    public var description: String { root.domain?.name ?? "a home that is not known yet" }
}

// MARK: - The home after joining

extension Home {
    private var successor: Home? { successorAddress.load(ordering: .acquiring).asHome?.takeUnretainedValue() }

    private func become(partOf home: Home) {
        let kept = Unmanaged.passRetained(home)
        let (isSet, _) = successorAddress.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: kept.toOpaque()),
            ordering: .acquiringAndReleasing
        )
        if !isSet { kept.release() }
    }
}

// MARK: - Learning

extension Home {
    /// The home that this one has turned out to be. May be read on any thread.
    var root: Home { withRoot { $0 } }

    /// Calls a closure with that home, which is not counted: each home on the way keeps the next.
    @inline(__always)
    private func withRoot<Result>(_ body: (Home) -> Result) -> Result {
        // A known home is not part of another.
        if domain != nil { return body(self) }
        var home = Unmanaged.passUnretained(self)
        while let next = home._withUnsafeGuaranteedRef({ $0.successorAddress.load(ordering: .acquiring) }).asHome {
            home = next
        }
        return home._withUnsafeGuaranteedRef(body)
    }

    /// Joins the homes of two graphs: the knowledge of one holds for both. Returns false if they are known to be
    /// different.
    func join(_ other: Home) -> Bool {
        if self === other { return true }
        // If one graph has arrived, so has the other that is joined with it.
        let hasArrived = isArrived || other.isArrived
        defer {
            if hasArrived {
                ownWay?.hasArrived.store(true, ordering: .relaxed)
                other.ownWay?.hasArrived.store(true, ordering: .relaxed)
            }
        }
        let (own, other) = (root, other.root)
        if own === other { return true }
        // The lower tree goes below the higher one, so that no path is longer than the logarithm of their number.
        if own.domain != nil || (other.domain == nil && own.rank > other.rank) { return own.adopt(other) }
        return other.adopt(own)
    }

    private func adopt(_ other: Home) -> Bool {
        guard other.domain == nil else { return false }
        if domain == nil { rank = max(rank, other.rank + 1) }
        if !other.wasUsedOnMainOnly.load(ordering: .relaxed) { wasUsedOnMainOnly.store(false, ordering: .relaxed) }
        // A scheduler proves to whom the graph belongs, not that this code runs there: see `add(_:of:provedBy:)`.
        if domain == nil, let owned = exchange(&other.ownedMeanwhile, with: nil) { ownedHere.add(owned) }
        other.become(partOf: self)
        return true
    }

    /// Learns that this is the home of an actor. Returns false if it is known to be another one.
    ///
    /// - Parameter isGuess: Whether the proof is weak: code in an actor's isolation may still use a graph of a home
    ///   that was made by hand, under its lock.
    func learn(_ actor: any Actor, butNotWhereMadeByHand isGuess: Bool) -> Bool {
        let root = root
        if isGuess { ownWay?.hasArrived.store(true, ordering: .relaxed) }
        guard let domain = root.domain else { return Home.of(actor).adopt(root) }
        return domain.isHome(of: actor) || (isGuess && domain.isMadeByHand)
    }

    /// Whether nothing has been learned. Asked before its root, which is counted.
    @inline(__always) private var isUnknown: Bool { domain == nil && successorAddress.load(ordering: .acquiring) == 0 }

    /// Returns whether the two are known to be different homes, or one of them was made by hand for its graph alone.
    func isApart(from other: Home?) -> Bool {
        if self === other || (isUnknown && other?.isUnknown ?? true) { return false }
        let (own, other) = (root, other?.root)
        if own === other { return false }
        if own.domain?.isMadeByHand == true || other?.domain?.isMadeByHand == true { return true }
        return own.domain != nil && other?.domain != nil
    }
}

// MARK: - Use and release

extension Home {
    /// Has an observation of this home's graph end with its owner.
    ///
    /// A graph may be made outside its home, as known from a scheduler, and then be handed over. Until then its own
    /// list is used, which no other code accesses; an actor's list is for code that is known to run there.
    func add(_ observation: any OwnedObservation, of owner: AnyObject, provedBy isolation: (any Actor)?) {
        let root = root
        guard let domain = root.domain else { return root.ownedHere.add(observation, of: owner) }
        guard domain.isMadeByHand || isProved(isolation) else {
            if let ownWay { return ownWay.ownedHere.add(observation, of: owner) }
            return domain.addFromAnywhere(observation, of: owner)
        }
        if let owned = ownWay.flatMap({ exchange(&$0.ownedMeanwhile, with: nil) }) { domain.owned.add(owned) }
        domain.add(observation, of: owner)
    }

    /// Checks some owners of observations. Called now and then, by any code that uses the graph.
    func checkSomeOwners() {
        guard let domain = root.domain else { return root.ownedHere.check(8) }
        ownWay?.ownedMeanwhile?.check(8)
        if domain.isMadeByHand || isProved(nil) { domain.owned.check(8) } else { domain.checkOwnersSoon() }
    }

    /// Returns whether the calling code is known to run at home.
    private func isProved(_ isolation: (any Actor)?) -> Bool {
        if root === Home.main { return isOnMain }
        return isolation.map { root.domain?.isHome(of: $0) == true } ?? false
    }

    /// The list of a graph whose home is not known, or has not been known for long.
    private var ownedHere: OwnedObservations {
        if let ownedMeanwhile { return ownedMeanwhile }
        let made = OwnedObservations()
        ownedMeanwhile = made
        return made
    }

    private var isArrived: Bool { ownWay?.hasArrived.load(ordering: .relaxed) ?? true }

    /// The last home on the way from this one to its root that was not known when it was made: all sources of the graph
    /// have it in common. Nil if this home was known from the beginning.
    private var ownWay: Home? {
        if domain != nil { return nil }
        var home = self
        while let next = home.successor, next.domain == nil { home = next }
        return home
    }
}

extension Home {
    /// Notes that the graph is used by the calling code. Traps if the graph is the main actor's and the code is not.
    package func noteUse(_ label: @autoclosure () -> String) {
        withRoot { root in
            if let domain = root.domain {
                guard domain.isMain else { return }
                if !isOnMain { stopUseOffMain(label()) }
                if let ownWay, !ownWay.hasArrived.load(ordering: .relaxed) {
                    ownWay.hasArrived.store(true, ordering: .relaxed)
                }
            } else if root.wasUsedOnMainOnly.load(ordering: .relaxed), !isOnMain {
                root.wasUsedOnMainOnly.store(false, ordering: .relaxed)
            }
        }
    }

    /// Whether a `deinit` on the calling thread may assume that it is at home, and unlink at once.
    package var isHere: Bool {
        guard isOnMain else { return false }
        return withRoot { $0.domain?.isMain ?? $0.wasUsedOnMainOnly.load(ordering: .relaxed) }
    }

    /// Whether nothing can be run there: it is not known, and was used off the main actor, or it was made by hand.
    package var isUnreachable: Bool {
        let root = root
        guard let domain = root.domain else { return !root.wasUsedOnMainOnly.load(ordering: .relaxed) }
        return domain.isMadeByHand
    }

    /// Whether nothing says that the calling thread is elsewhere: a tester may then read the graph in its `deinit`.
    package var mayBeHere: Bool {
        let root = root
        guard let domain = root.domain else { return isOnMain || !root.wasUsedOnMainOnly.load(ordering: .relaxed) }
        return domain.isMadeByHand || domain.isMain && isOnMain
    }

    /// Has observers that were released outside their home removed there, soon. May be called on any thread. If the
    /// home is not known, or the graph is on its way there, nothing happens: the next use removes it.
    package func pruneSoon(_ object: any Prunable) {
        if isArrived { root.domain?.pruneSoon(object) }
    }

    private func stopUseOffMain(_ label: String) -> Never {
        stop(
            """
            Home: \(label) belongs to the main actor, and was used off it. \
            To fix: observe and register on the main actor, bring values across with `values` or an inlet, or make the \
            graph where it is used.
            """
        )
    }
}

/// Removes at once everything that was released outside the caller's home and is pending there, and every observation
/// whose owner is gone, as a posted task does soon.
///
/// - Parameter isolation: The isolation of the calling code. If it belongs to no actor nothing happens.
package func pruneReleased(isolation: (any Actor)? = #isolation) {
    if let isolation { Home.of(isolation).domain?.pruneAll() }
}

extension UInt {
    /// The home at this address, if it is not zero.
    fileprivate var asHome: Unmanaged<Home>? { UnsafeRawPointer(bitPattern: self).map { .fromOpaque($0) } }
}
