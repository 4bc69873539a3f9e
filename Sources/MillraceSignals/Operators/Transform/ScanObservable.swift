extension Observable {
    /// An observable of a running result: each value is folded into the result so far, beginning with the present one.
    ///
    /// ```swift
    /// let highest = score.scan(0) { max($0, $1) }
    /// ```
    ///
    /// Folds once a turn in which this one changed, the settled value, in that very turn (law O2). A read in a batch or
    /// in mid-turn is right and leaves no trace: what follows in the same turn is folded into the same result.
    ///
    /// It follows this observable for as long as it is kept or observed, whether or not somebody observes. It keeps
    /// this observable. O(1) a change.
    public func scan<Result>(_ initial: Result, _ fold: @escaping (Result, Value) -> Result) -> Observable<Result> {
        let settled = Settled(initial)
        let (input, output) = (box, Box<Result>())
        let node = Node(cell: output, height: Upstream.height(above: [upstream])) { node in
            if settled.beginsTurn(), let result = output.stored {
                let former = exchange(&settled.value, with: result)
                if !_isPOD(Result.self) { letGoLater(former) }
            }
            output.write(fold(settled.value, input.value), of: node)
            return true
        }
        return Observable<Result>(following: upstream, node, output)
    }

    /// An observable of the value together with the one that was there before the last change, nil until there was one.
    ///
    /// ```swift
    /// rows.pairwise().observe { list.apply(difference($0.old ?? [], $0.new)) }
    /// ```
    ///
    /// `old` is the value that was settled before the turn, whatever is set and read back meanwhile. It follows this
    /// observable for as long as it is kept or observed. It keeps this observable. O(1) a change.
    public func pairwise() -> Observable<(old: Value?, new: Value)> {
        let start: (Value?, Value?) = (nil, nil)
        return scan(start) { ($0.1, $1) }.map { (old: $0.0, new: $0.1.unsafelyUnwrapped) }
    }

    /// Makes an observable that computes with every change of its input from now on, for as long as it is kept.
    private convenience init(following input: Upstream, _ node: Node, _ box: Box<Value>) {
        withTurn { $0.maker?.made(node) }
        let link = ObserverFeedLink(below: nil) {}
        let upstream = Upstream(node: node, inputs: [input], holding: Subscription(link, of: node))
        self.init(box: box, upstream: upstream)
        attach(link)
    }
}

/// What a computation with a memory starts from: its outcome in the turn before.
private final class Settled<Value> {
    var value: Value
    private var turn: UInt64 = 0

    init(_ value: Value) { self.value = value }

    /// Whether this is the first computation of a turn.
    func beginsTurn() -> Bool {
        let present = withTurn { $0.numberOfComputation }
        return exchange(&turn, with: present) != present
    }
}
