import MillraceBase
import MillraceSignals
import Synchronization

/// Carries every action to the stores that registered for its type.
///
/// One dispatch is one turn: when `dispatch` returns, every store, every derived observable and every observer has seen
/// the whole change, once (law F2).
///
/// ```swift
/// let dispatcher = Dispatcher()
/// let count = Store(0, on: dispatcher) { store in
///     store.on(Add.self) { count, action in count += action.amount }
/// }
/// dispatcher.dispatch(Add(amount: 2))
/// print(count.state.value)                // prints 2
/// ```
///
/// A dispatcher keeps the handlers of its stores for as long as the stores live; the stores keep the dispatcher. It
/// belongs to one isolation domain and is not `Sendable`.
public final class Dispatcher {
    /// The handlers, by the type of their actions.
    let handlers = HandlerRegistry(isOfOneStore: false)

    /// Callbacks for actions of every type, in the order in which they were registered.
    @exclusivity(unchecked) var callbacks: [Callback] = []

    /// The handlers that are being called; nil where none are. Their table keeps the list.
    @exclusivity(unchecked) var currentList: Unmanaged<HandlerList>?

    /// The families that are to follow the handlers' changes, when all have returned; as a rule none.
    @exclusivity(unchecked) var followers: [any StateFollower] = []

    /// The journal that keeps stores; as a rule none.
    package var journal: (any StoreJournal)?

    /// Numbers the dispatches.
    @exclusivity(unchecked) var dispatchNumber = 0

    /// The number of effects that were asked for: numbers them.
    @exclusivity(unchecked) var effectCount = 0

    /// The number of actions that reached no handler.
    var unhandledCount = 0

    /// The number of actions that were passed to their handlers.
    package var handledCount: Int { dispatchNumber + unhandledCount }

    #if DEBUG
    /// The types of actions that were reported, because no store to which they were dispatched handles them.
    var reportedTypes: Set<ObjectIdentifier> = []

    /// The names of the stores, of which two alike are reported.
    var storeNames = StoreNames()

    /// Whether there is a family of stores. The actions that its members handle are known when there is one.
    var hasFamilies = false
    #endif

    /// The reasons why a dispatch cannot call the handlers directly, as a rule none: a sum of the bits below. A dispatch
    /// reads them all at once.
    let obstacles = Atomic<UInt8>(0)

    /// Handlers whose registrations have ended are still to be dropped. Set on any thread.
    static var removals: UInt8 { 1 }

    /// Middleware is to be asked.
    static var interception: UInt8 { 2 }

    /// The handlers may be removed by any thread while they are not in use: see `Dispatcher+Releasing.swift`.
    static var sharing: UInt8 { 4 }

    /// Whether the handlers are in use, for other threads, which remove some only if they are not. Nil unless the bit
    /// above may be set.
    @exclusivity(unchecked) var use: Locked<Bool>?

    /// The same, for code of the dispatcher's home, which is the only one to set it.
    @exclusivity(unchecked) var isInUse = false

    /// The isolation domain of the dispatcher and its stores.
    @usableFromInline package let home: Home

    /// Whether it was made for the main actor: then a dispatch elsewhere traps, which costs nothing to find out.
    let isOfMain: Bool

    /// The scheduler on which effects run. Nil if the dispatcher was made for stores without effects.
    public let scheduler: (any Scheduler)?

    /// Called with each error that an effect has thrown and that its `catching:` has not turned into an action.
    ///
    /// By default it writes the error to standard error. It is called in the dispatcher's isolation.
    public var onEffectFailure: (EffectFailure) -> Void {
        get { failureHandler }
        set {
            // The captures of the previous closure are released when the new one is in place.
            letGo(exchange(&failureHandler, with: newValue))
        }
    }
    private var failureHandler: (EffectFailure) -> Void = { writeToStandardError("\($0)") }

    #if DEBUG
    let crosstalk = CrosstalkDetector()
    #endif

    /// The emitter that inlets send actions into. Nil until there is one.
    @usableFromInline var madeArrivals: Emitter<any Action>?

    /// Decides about actions before the stores get them: the installed middleware. Nil where there is none.
    @exclusivity(unchecked) var interceptor: (any ActionInterceptor)?

    /// Whether actions go to the interceptor, or straight to the handlers since it has nothing to decide.
    func setIntercepted(_ isIntercepted: Bool) {
        if isIntercepted {
            obstacles.bitwiseOr(Dispatcher.interception, ordering: .relaxed)
        } else {
            obstacles.bitwiseAnd(~Dispatcher.interception, ordering: .relaxed)
        }
    }

    /// Creates a dispatcher for stores without effects.
    ///
    /// - Parameters:
    ///   - home: Where the dispatcher and its stores belong, if this is specified and not learned: see `Home`.
    ///   - isolation: The actor on which it is made, which is where it belongs.
    public convenience init(in home: Home? = nil, isolation: (any Actor)? = #isolation) {
        self.init(scheduler: nil, in: home ?? isolation.map(Home.of) ?? .unknown())
    }

    /// Creates a dispatcher for stores that may have effects.
    ///
    /// ```swift
    /// let dispatcher = Dispatcher(on: .main)
    /// ```
    ///
    /// Precondition: the calling code is in the isolation of the scheduler, or in none.
    ///
    /// - Parameters:
    ///   - scheduler: Where the dispatcher belongs: effects run in its isolation, and their actions are dispatched
    ///     there. Pass `.main` for the main actor, an `ActorScheduler` for another actor, a `TestScheduler` in tests.
    ///   - isolation: The actor on which it is made, which is where it belongs.
    public convenience init(on scheduler: some Scheduler, isolation: (any Actor)? = #isolation) {
        let home = scheduler.isolation.map(Home.of)
        if let home, let isolation, Home.of(isolation) !== home { Self.stopForeign(home, Home.of(isolation)) }
        self.init(scheduler: scheduler, in: home ?? isolation.map(Home.of) ?? .unknown())
    }

    private init(scheduler: (any Scheduler)?, in home: Home) {
        self.home = home
        self.scheduler = scheduler
        isOfMain = home === Home.main
        withRunner { $0.noteCreation(of: self) }
    }

    /// Whether handlers or callbacks are being called. It is false for an observer, because observers run after them.
    package var isDispatching: Bool { currentList != nil }

    /// The handlers that are being called; nil where none are.
    var runningList: HandlerList? { currentList?.takeUnretainedValue() }

    private static func stopForeign(_ home: Home, _ other: Home) -> Never {
        stop(
            """
            Dispatcher.init(on:): it was given a scheduler of \(home), and made in the isolation of \(other). \
            To fix: make it on the actor whose scheduler it is given.
            """
        )
    }
}

/// A callback for the actions of every type.
struct Callback {
    let registrant: Registrant
    let call: (any Action) -> Void
}
