extension Observable {
    /// Combines each value with the previous result, beginning with the present value.
    ///
    /// ![scan, of an observable](marbles-scan-of-an-observable.svg)
    ///
    /// ```swift
    /// let highest = score.scan(0) { max($0, $1) }
    /// ```
    ///
    /// Combines once per turn in which this observable changed, with its settled value, in that same turn (law O2). A
    /// read in a batch or during a turn gives the right result and has no side effect: a later change in the same turn
    /// is combined with the result of the turn before.
    ///
    /// The result follows this observable for as long as it is kept or observed, with and without observers, and keeps
    /// it alive. O(1) per change.
    public func scan<Result>(_ initial: Result, _ fold: @escaping (Result, Value) -> Result) -> Observable<Result> {
        let settled = Settled(initial)
        let (input, output) = (box, Box<Result>())
        let node = ComputedNode(cell: output, height: Upstream.height(above: upstream, and: nil)) { node in
            if settled.beginTurn(), let result = output.stored {
                let former = exchange(&settled.value, with: result)
                if !_isPOD(Result.self) { letGoLater(former) }
            }
            output.write(fold(settled.value, input.value), of: node)
            return true
        }
        return Observable<Result>(following: upstream, node, output)
    }

    /// Pairs the value with the one before the last change, which is nil until there was a change.
    ///
    /// ![pairwise, of an observable](marbles-pairwise-of-an-observable.svg)
    ///
    /// ```swift
    /// rows.pairwise().observe { list.apply(difference($0.old ?? [], $0.new)) }
    /// ```
    ///
    /// `old` is the value that was settled before the turn, whatever is set and read back during it. The result follows
    /// this observable for as long as it is kept or observed, and keeps it alive. O(1) per change.
    @export(implementation)
    public func pairwise() -> Observable<(old: Value?, new: Value)> {
        let start: (Value?, Value?) = (nil, nil)
        return scan(start) { ($0.1, $1) }.map { (old: $0.0, new: $0.1.unsafelyUnwrapped) }
    }

    /// Creates an observable that computes at every change of its input from now on, for as long as it is kept.
    private convenience init(following input: Upstream, _ node: Node, _ box: Box<Value>) {
        let link = ObserverFeedLink(below: nil) {}
        let upstream = Derivation(node: node, inputs: [input], holding: Subscription(link, of: node))
        self.init(box: box, upstream: upstream)
        attach(link)
    }
}

/// The start of a computation with a memory: its outcome in the turn before.
private final class Settled<Value> {
    var value: Value
    private var turn: UInt64 = 0

    init(_ value: Value) { self.value = value }

    /// Returns whether this is the first computation in a turn.
    func beginTurn() -> Bool {
        let present = withRunner { $0.numberOfComputation }
        return exchange(&turn, with: present) != present
    }
}
