import MillraceFlux
import MillraceSignals

/// Says exactly what a store makes of actions: how its state changes, which effects begin, which actions come of them.
///
/// ```swift
/// let tester = StoreTester { searchStore(asking: service, on: $0) }
/// tester.send(Search("a"), starting: "search") { $0.text = "a" }
/// tester.advance(by: .milliseconds(300))
/// tester.receive(Found(["a"])) { $0.hits = ["a"] }
/// tester.finish()
/// ```
///
/// The closure is handed the state as it was, and makes of it what is expected; without one no change is. States are
/// compared as by `describeDifference`, which the failure shows: they need not be `Equatable`. They should be values:
/// an object would be changed by the closure itself.
///
/// **Received** is each action that reaches the stores of the tester's dispatcher and was not sent by the tester,
/// whoever handles it: what effects and observers dispatch. The effects are those of the tester's store.
///
/// **Several stores** are tested by a tester that is made of them, ``init(of:isExhaustive:file:line:)``: its state is
/// that of each, ``StoreStates``.
///
/// **Nothing waits.** Effects run on the tester's `TestScheduler`, and only while its time is turned: by the tester, by
/// whoever handed the scheduler in, and by ``receive(_:starting:file:line:_:)``, which does what is due now if nothing
/// has come yet. What runs on the main actor, ``settle()`` waits for.
///
/// **Whatever is not said fails**, at the line of the expectation: a change, an effect, an action. When the example
/// ends every action must have been received and every effect be over, which ``finish()`` says earlier; in a test of
/// another kind than a `Spec`'s example call it at the end. With ``isExhaustive`` off only what is said is looked at.
///
/// A `Spec`'s example keeps the tester to its end, or until `finish()`. A tester belongs to the domain of its store.
public final class StoreTester<State> {
    /// Where the effects run.
    public let scheduler: TestScheduler

    /// Whether all that happens must be expected.
    ///
    /// If not, a closure sees the state as the action has left it and must leave it so: it assigns what it is about,
    /// and does not count on what was before. Effects need not be named, and actions need not be received: ``receive``
    /// passes over those that come before.
    public var isExhaustive: Bool

    /// The state as the action has left it that was sent or received last; before that, the first one. The store's own
    /// may be further.
    public internal(set) var state: State

    let tested: TestedStores<State>
    let log: TesterLog<State>
    let dispatcher: Dispatcher

    /// Makes a dispatcher, and on it the store under test.
    ///
    /// - Parameters:
    ///   - scheduler: Where the effects run. Hand in the one that the services under test wait on.
    ///   - isExhaustive: Whether all that happens must be expected.
    ///   - makeStore: Makes the store on the dispatcher that it is handed, and others that belong to it. An error that
    ///     an effect throws and nobody catches fails the example, unless this sets `onEffectFailure`.
    public convenience init(
        on scheduler: TestScheduler = TestScheduler(),
        isExhaustive: Bool = true,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ makeStore: (Dispatcher) throws -> Store<State>
    ) rethrows {
        let dispatcher = Dispatcher(on: scheduler)
        let log = TesterLog<State>(at: SourcePlace(file: file, line: line))
        dispatcher.onEffectFailure = { [weak log] in log?.fail("\($0)") }
        let store = try makeStore(dispatcher)
        guard store.dispatcher === dispatcher else {
            stop(
                """
                StoreTester.init: \(store) was made on another dispatcher. \
                To fix: make it on the one that the closure is handed.
                """,
                file: (file),
                line: line
            )
        }
        self.init(TestedStores(store), dispatcher, scheduler, log, isExhaustive: isExhaustive)
    }

    init(
        _ tested: TestedStores<State>,
        _ dispatcher: Dispatcher,
        _ scheduler: TestScheduler,
        _ log: TesterLog<State>,
        isExhaustive: Bool
    ) {
        self.tested = tested
        self.dispatcher = dispatcher
        self.scheduler = scheduler
        self.log = log
        self.isExhaustive = isExhaustive
        state = tested.state
        isChecked = false
        log.begin(with: tested)
        dispatcher.install(log)
        checkAtEnd()
    }

    /// Whether the running example looks at this tester when it ends.
    private var isChecked: Bool

    /// From here on the running example looks at it.
    func checkAtEnd() {
        guard !isChecked, let testReporter else { return }
        isChecked = testReporter.checkAtEnd(for: self) { self.check() }
    }

    /// The running example need not look at it, nor keep it.
    func doNotCheckAtEnd() {
        if let testReporter, testReporter.cancelCheckAtEnd(for: self) { isChecked = false }
    }
}

// MARK: - What is tested

extension StoreTester {
    /// The state becomes another. The former one goes when it has.
    func follow(_ state: State) {
        let former = self.state
        self.state = state
        withExtendedLifetime(former) {}
    }
}

extension StoreTester {
    /// The store under test.
    public var store: Store<State> {
        guard let store = tested.stores.first as? Store<State> else {
            stop("StoreTester.store: the tester has several. To fix: use the stores that it was made of.")
        }
        return store
    }
}

// MARK: - Time

extension StoreTester {
    /// Turns the time on, and does all that becomes due. See `TestScheduler.advance(by:)`.
    ///
    /// - Parameter duration: How far. Zero does what is due now.
    public func advance(by duration: Duration = .zero) { scheduler.advance(by: duration) }

    /// Turns the time on for as long as there is something to do. See `TestScheduler.run()`.
    public func run() { scheduler.run() }

    /// Does what is due now, and waits until what it has begun on the main actor is done. See `TestScheduler.settle()`.
    public func settle(isolation: isolated (any Actor)? = #isolation) async { await scheduler.settle() }
}
