import MillraceBase
import MillraceFlux
import MillraceSignals

extension StoreTester where State == StoreStates {
    /// Creates a tester of several stores.
    ///
    /// ```swift
    /// let dispatcher = Dispatcher(on: TestScheduler())
    /// let (cart, orders) = (makeCart(on: dispatcher), makeOrders(on: dispatcher))
    /// let tester = StoreTester(of: cart, orders)
    /// tester.send(Buy(), starting: "pay") { $0[cart].isPaying = true }
    /// ```
    ///
    /// A store that the closure does not change must stay as it is. From now on, an error that an effect throws without
    /// `catching:` fails the example, unless `onEffectFailure` is set afterwards. Effects that are already in flight do
    /// not count as started by an action.
    ///
    /// - Parameters:
    ///   - stores: Stores, and families of stores, of one dispatcher, which was made with a `TestScheduler`. Any other
    ///     dispatcher traps.
    ///   - exhaustivity: Whether everything that happens must be expected.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public convenience init<each Part: StateHolding>(
        of stores: repeat each Part,
        exhaustivity: Exhaustivity = .on,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let tested = TestedStores(of: repeat each stores)
        var dispatchers: [Dispatcher] = []
        for store in repeat each stores { dispatchers.append(store.dispatcher) }
        guard let dispatcher = dispatchers.first, let scheduler = dispatcher.scheduler as? TestScheduler,
            dispatchers.allSatisfy({ $0 === dispatcher })
        else {
            stop(
                """
                StoreTester.init(of:): there are no stores, or they are not of one dispatcher that turns virtual time. \
                To fix: make them all on one Dispatcher(on: TestScheduler()).
                """,
                file: (file),
                line: line
            )
        }
        let log = TesterLog<State>(at: CallSite(file, line))
        dispatcher.onEffectFailure = { [weak log] in log?.fail("\($0)") }
        self.init(tested, dispatcher, scheduler, log, exhaustivity)
    }

    /// Unavailable: use the stores that the tester was made of.
    @available(*, unavailable, message: "a tester of several stores has no single one; use those it was made of")
    public var store: Store<State> { stop("StoreTester.store: unavailable. To fix: use the stores.") }
}
