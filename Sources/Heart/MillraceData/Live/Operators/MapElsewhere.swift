import MillraceSignals

extension LiveView where Element: Sendable {
    /// A view of the results of `transform` for each row, which concurrent tasks make outside the graph's isolation
    /// domain.
    ///
    /// ```swift
    /// let previews = pictures.map(on: .main, priority: .utility) { Preview(rendering: $0) }
    /// ```
    ///
    /// Rows appear when they have been made, in the order of this view, in batches that begin small; each batch is one
    /// turn. `transform` runs once for each row that has changed, and the previous result stays until the new one is
    /// there. When a row leaves this view, its result leaves in the same turn, and one that is being made is dropped.
    /// A row that moves keeps its result. A row that changes while its result is being made is made again.
    ///
    /// When the last observer leaves, the tasks are cancelled and the results are released. If the view is read while
    /// it is not observed, it makes all rows at once, in the code that reads it.
    ///
    /// The results must have unique identities, as the rows have. The result keeps this view alive; running tasks keep
    /// neither alive. A change of k rows costs O(k log n) in the graph's domain.
    ///
    /// - Parameters:
    ///   - scheduler: Where this view belongs.
    ///   - priority: The priority of the tasks that make rows. Nil means that of the tasks that the scheduler starts.
    ///   - transform: Makes a row. It must be pure.
    @export(implementation)
    public func map<Row: Identifiable & Sendable, Time: Scheduler>(
        on scheduler: Time,
        priority: TaskPriority? = nil,
        _ transform: @escaping @Sendable (Element) -> Row
    ) -> LiveView<Row> {
        let (output, cache) = (Box<Rows<Row>>(), ChangeCache<Row>())
        let workshop = Workshop(self, output, cache, scheduler, priority, transform)
        let observable = Observable<Rows<Row>>(
            from: [self.observable.upstream],
            box: output,
            remembering: { node, isKept in
                let made = workshop.refresh(node, isKept)
                guard let rows = cache.newVersion(of: made, after: output, isKept) else { return false }
                output.write(rows, of: node)
                return true
            },
            forget: { alsoValue in
                // Nodes that are left in a turn may be entered again in it, without being computed.
                guard alsoValue else { return nil }
                return Forgotten(workshop.close(), cache.forget(), output.replaceValue(with: cache.noRows))
            }
        )
        observable.upstream.node.learnHome(from: scheduler)
        return LiveView<Row>(observable: observable, cache: cache)
    }
}

/// Makes the rows of a view elsewhere, batch by batch, and delivers them to its node.
///
/// It belongs to the graph's domain; only the elements of a batch, and the rows made of them, leave it. The task that
/// makes rows refers to it weakly, so that it ends when the view is gone.
@usableFromInline
final class Workshop<Element: Identifiable & Sendable, Row: Identifiable & Sendable> {
    @usableFromInline let box: Box<Rows<Element>>
    @usableFromInline let output: Box<Rows<Row>>
    @usableFromInline let cache: ChangeCache<Row>
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let priority: TaskPriority?
    @usableFromInline let transform: @Sendable (Element) -> Row

    /// What is there and what is missing. Nil while the view is not observed, unless it was read.
    @usableFromInline var stock: MadeRows<Element, Row>?

    /// The node of the view, which owns this.
    @usableFromInline weak var node: Node?

    /// The task that makes rows, while there is one.
    @usableFromInline var work: ScheduledWork?

    @export(implementation)
    init(
        _ source: LiveView<Element>,
        _ output: Box<Rows<Row>>,
        _ cache: ChangeCache<Row>,
        _ scheduler: any Scheduler,
        _ priority: TaskPriority?,
        _ transform: @escaping @Sendable (Element) -> Row
    ) {
        box = source.observable.box
        self.output = output
        self.cache = cache
        self.scheduler = scheduler
        self.priority = priority
        self.transform = transform
    }

    /// The current rows: those that are there if the view is observed, otherwise all.
    @export(implementation)
    func refresh(_ node: Node, _ isKept: Bool) -> Rows<Row> {
        var stock = exchange(&self.stock, with: nil) ?? MadeRows()
        if isKept {
            self.node = node
            stock.follow(box.value)
            if work == nil, stock.isMissingRows { begin() }
        } else {
            stock = MadeRows(of: box.value, transform)
        }
        let rows = stock.output
        self.stock = stock
        return rows
    }

    /// Starts the task. It makes one batch after the other until no row is missing.
    @export(implementation)
    func begin() {
        weak let me = self
        let (priority, transform) = (priority, transform)
        work = scheduler.start {
            var size = 32
            while !Task.isCancelled, let batch = me?.takeBatch(size) {
                let rows = await makeRows(of: batch, priority, transform)
                if Task.isCancelled { return }
                me?.receive(rows)
                size = min(size * 2, 1_024)
            }
        }
    }

    /// The next elements to make rows of; nil if there are none, which ends the task.
    @export(implementation)
    func takeBatch(_ size: Int) -> ContiguousArray<Labelled<Element>>? {
        let batch = stock?.takeBatch(size)
        if batch == nil { work = nil }
        return batch
    }

    /// Adds the rows of a batch to the view, as one turn.
    @export(implementation)
    func receive(_ rows: ContiguousArray<Labelled<Row>>) {
        guard let node, var stock = exchange(&stock, with: nil) else { return }
        stock.receive(rows)
        let current = stock.output
        self.stock = stock
        if let rows = cache.newVersion(of: current, after: output, true) { output.set(rows, of: node) }
    }

    /// Cancels the making. Returns what is to be let go.
    @export(implementation)
    func close() -> MadeRows<Element, Row>? {
        exchange(&work, with: nil)?.cancel()
        return exchange(&stock, with: nil)
    }
}

/// Makes rows in a concurrent task. It stops early when it is cancelled.
///
/// It is a child of the calling task, so that it runs on that one's executor if it prefers one.
@usableFromInline
func makeRows<Element: Sendable, Row: Sendable>(
    of batch: ContiguousArray<Labelled<Element>>,
    _ priority: TaskPriority?,
    _ transform: @escaping @Sendable (Element) -> Row
) async -> ContiguousArray<Labelled<Row>> {
    await withTaskGroup(of: ContiguousArray<Labelled<Row>>.self) { group in
        group.addTask(priority: priority) {
            var rows: ContiguousArray<Labelled<Row>> = []
            rows.reserveCapacity(batch.count)
            for part in batch {
                if Task.isCancelled { break }
                rows.append(Labelled(part.label, transform(part.content)))
            }
            return rows
        }
        return await group.next() ?? []
    }
}
