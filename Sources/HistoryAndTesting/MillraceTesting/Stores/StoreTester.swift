import MillraceBase
import MillraceFlux
import MillraceSignals

/// Tests a store step by step: how actions change its state, which effects start, and which actions they send.
///
/// ```swift
/// let tester = StoreTester { searchStore(asking: service, on: $0) }
/// tester.send(Search("a"), starting: "search") { $0.text = "a" }
/// tester.advance(by: .milliseconds(300))
/// tester.receive(Found(["a"])) { $0.hits = ["a"] }
/// tester.finish()
/// ```
///
/// The closure receives the previous state and changes it into the expected one; without a closure no change is
/// expected. States are compared with `describeDifference`, whose result the failure shows: they need not be
/// `Equatable`. They should be values, because the closure would change an object itself.
///
/// **Received actions** are those that reach the stores of the tester's dispatcher and were not sent by the tester,
/// whichever store handles them: actions of effects and observers. The effects are those of the tester's store.
///
/// **Several stores** are tested by a tester that is made of them, ``init(of:exhaustivity:file:line:)``. Its state
/// consists of theirs: ``StoreStates``.
///
/// **Virtual time.** Effects run on the tester's `TestScheduler`, and only while its time advances: by the tester, by
/// the code that passed the scheduler in, and by `receive(_:starting:file:line:_:)`, which runs the work that is due
/// now if no action has arrived yet. For work on the main actor use ``settle(isolation:)``.
///
/// **Anything that is not expected fails**, at the line of the step: a change, an effect, an action. When the example
/// ends, every action must have been received and every effect be over. ``finish(file:line:)`` checks this earlier. In
/// a block of `withExhaustivity(_:_:)`, or in a tester that is made so, only the mentioned parts are checked.
///
/// An example of a `Spec` keeps the tester alive to its end, or until `finish()`. Other tests call `finish()` at their
/// end. If one does not, the tester checks the same when it is released, without running the work that is due: it fails
/// at the line of its last step. A tester belongs to the domain of its store.
public final class StoreTester<State> {
    /// The scheduler on which the effects run.
    public let scheduler: TestScheduler

    /// Whether everything that happens must be expected, at present.
    var exhaustivity: Exhaustivity

    /// The state after the action that was sent or received last; before that, the initial one. The store's own state
    /// may be ahead.
    public internal(set) var state: State

    let tested: TestedStores<State>
    let log: TesterLog<State>
    let dispatcher: Dispatcher

    /// Creates a dispatcher, and on it the store under test.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which the effects run. Pass the one on which the services under test wait.
    ///   - exhaustivity: Whether everything that happens must be expected.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - makeStore: Makes the store on the given dispatcher, and others that belong to it. An error that an effect
    ///     throws without `catching:` fails the example, unless this sets `onEffectFailure`.
    public convenience init(
        on scheduler: TestScheduler = TestScheduler(),
        exhaustivity: Exhaustivity = .on,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ makeStore: (Dispatcher) throws -> Store<State>
    ) rethrows {
        let dispatcher = Dispatcher(on: scheduler)
        let log = TesterLog<State>(at: CallSite(file, line))
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
        self.init(TestedStores(store), dispatcher, scheduler, log, exhaustivity)
    }

    init(
        _ tested: TestedStores<State>,
        _ dispatcher: Dispatcher,
        _ scheduler: TestScheduler,
        _ log: TesterLog<State>,
        _ exhaustivity: Exhaustivity
    ) {
        self.tested = tested
        self.dispatcher = dispatcher
        self.scheduler = scheduler
        self.log = log
        self.exhaustivity = exhaustivity
        state = tested.state
        isChecked = false
        log.begin(with: tested)
        dispatcher.install(Middleware(handled: log.note))
        checkAtEnd()
    }

    deinit {
        // A store of another domain cannot be asked here.
        if isOpen, !isChecked, dispatcher.home.mayBeHere { checkNothingIsLeft() }
    }

    /// Whether the tester was used after it was finished, or never was.
    private var isOpen = true

    /// Whether the running example checks this tester when it ends.
    private var isChecked: Bool

    /// Has the running example check this tester at its end.
    func checkAtEnd() {
        isOpen = true
        guard !isChecked, let testReporter else { return }
        isChecked = testReporter.checkAtEnd(for: self) { self.check() }
    }

    /// Ends that: neither the running example nor the end of the tester's life checks it.
    func doNotCheckAtEnd() {
        isOpen = false
        if let testReporter, testReporter.cancelCheckAtEnd(for: self) { isChecked = false }
    }
}

// MARK: - The tested store

extension StoreTester {
    /// Sets the state. The previous one is released afterwards.
    func follow(_ state: State) {
        letGo(exchange(&self.state, with: state))
    }

    /// The store under test.
    public var store: Store<State> {
        guard let store = tested.holders.first as? Store<State> else {
            stop("StoreTester.store: the tester has several. To fix: use the stores that it was made of.")
        }
        return store
    }
}

// MARK: - Time

extension StoreTester {
    /// Advances time and does everything that becomes due. See `TestScheduler.advance(by:)`.
    ///
    /// - Parameter duration: How far. Zero runs the work that is due now.
    public func advance(by duration: Duration = .zero) { scheduler.advance(by: duration) }

    /// Advances time to the next instant at which something is due, and does it. See `TestScheduler.advanceToNext()`.
    ///
    /// - Returns: How far time has advanced; nil if nothing was due later.
    @discardableResult
    public func advanceToNext() -> Duration? { scheduler.advanceToNext() }

    /// Advances time for as long as there is something to do. See `TestScheduler.run()`.
    public func run() { scheduler.run() }

    /// Runs the work that is due now, and waits until the work that it has started on the main actor is done. See
    /// `TestScheduler.settle()`.
    public func settle(isolation: isolated (any Actor)? = #isolation) async { await scheduler.settle() }
}
