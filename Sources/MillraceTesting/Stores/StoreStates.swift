import MillraceFlux
import MillraceHistory
import MillraceSignals

/// The states of several stores, each by its store: what a ``StoreTester`` of several compares.
///
/// ```swift
/// tester.send(Buy()) {
///     $0[cart].items = []
///     $0[orders].count += 1
/// }
/// ```
public struct StoreStates {
    /// A store's state, and what the store is called.
    struct Entry {
        let store: ObjectIdentifier
        let name: String
        var state: Any

        init<State>(of store: Store<State>) {
            self.store = ObjectIdentifier(store)
            name = "\(store)"
            state = store.state.value
        }
    }

    private(set) var entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    /// The state of one of the stores. To ask for that of a store which the tester was not made of traps. O(n) for n
    /// stores.
    public subscript<State>(store: Store<State>) -> State {
        get {
            guard let state = entries[index(of: store)].state as? State else { stopForStore("\(store)") }
            return state
        }
        set { entries[index(of: store)].state = newValue }
    }

    private func index<State>(of store: Store<State>) -> Int {
        guard let index = entries.firstIndex(where: { $0.store == ObjectIdentifier(store) }) else {
            stopForStore("\(store)")
        }
        return index
    }

    private func stopForStore(_ name: String) -> Never {
        let names = entries.map(\.name).joined(separator: ", ")
        stop(
            """
            StoreStates.subscript: \(name) is not among the stores of the tester (\(names)). \
            To fix: name it in StoreTester(of:) too.
            """
        )
    }
}

// MARK: - Testing several stores

extension StoreTester where State == StoreStates {
    /// Makes a tester of several stores, which says of each how its state changes, and of all which effects begin.
    ///
    /// ```swift
    /// let dispatcher = Dispatcher(on: TestScheduler())
    /// let (cart, orders) = (makeCart(on: dispatcher), makeOrders(on: dispatcher))
    /// let tester = StoreTester(of: cart, orders)
    /// tester.send(Buy(), starting: "pay") { $0[cart].isPaying = true }
    /// ```
    ///
    /// A store that is not named in the closure must stay as it is. From here on an error that an effect throws and
    /// nobody catches fails the example, unless `onEffectFailure` is set afterwards. Effects that are in flight already
    /// are not among those that an action starts.
    ///
    /// - Parameters:
    ///   - stores: The stores, of one dispatcher, which was made with a `TestScheduler`. Another traps.
    ///   - isExhaustive: Whether all that happens must be expected.
    public convenience init<each Part>(
        of stores: repeat Store<each Part>,
        isExhaustive: Bool = true,
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
        let log = TesterLog<State>(at: SourcePlace(file: file, line: line))
        dispatcher.onEffectFailure = { [weak log] in log?.fail("\($0)") }
        self.init(tested, dispatcher, scheduler, log, isExhaustive: isExhaustive)
    }

    /// There is none: a tester of several stores is used with the stores that it was made of.
    @available(*, unavailable, message: "a tester of several stores has no single one; use those it was made of")
    public var store: Store<State> { stop("StoreTester.store: unavailable. To fix: use the stores.") }
}

/// How two states of a tester differ: of several stores each under its name. Nil where they are equal.
func stateDifference<State>(_ old: State, _ new: State) -> String? {
    guard let old = old as? StoreStates, let new = new as? StoreStates else { return describeDifference(old, new) }
    func open<Part>(_ old: Part, _ new: Any) -> String? { (new as? Part).flatMap { describeDifference(old, $0) } }
    let texts = zip(old.entries, new.entries).compactMap { old, new in
        open(old.state, new.state).map { "\(old.name)\n\(indented($0))" }
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
}

/// A text, each line of which stands further to the right.
func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
}
