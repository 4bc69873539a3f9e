import MillraceSignals

/// Has something made for each element of a source, by tasks off the graph's domain, and brings it into the rows of a
/// view, slice by slice.
///
/// Elements that wait and those in the making are known by label, so a change of the source costs as much as has
/// changed, and the product for an element that is gone or has changed meanwhile is recognised and dropped. Tasks hold
/// nothing of it: when the view's last observer goes, this is released, and cancels them.
@usableFromInline
final class Making<Element: Identifiable & Sendable, Product: Sendable> {
    @usableFromInline typealias Transform = @Sendable (Element) async -> Product

    /// The number of tasks at a time.
    @usableFromInline static var mostTasks: Int { 4 }

    @usableFromInline let source: SourceReader<Element>
    @usableFromInline let rows: MadeRows<Product>
    @usableFromInline let plan: MakingPlan
    @usableFromInline let arrival: Variable<Void>
    @usableFromInline let same = Sameness<Element>()

    @usableFromInline let flight: MakingFlight?

    @exclusivity(unchecked) @usableFromInline var transform: Transform
    @exclusivity(unchecked) @usableFromInline var unmade = UnmadeRows()
    @exclusivity(unchecked) @usableFromInline var sliceSize: SliceSize
    @exclusivity(unchecked) @usableFromInline var batchSize: SliceSize

    /// The products to be shown in the next turn.
    @exclusivity(unchecked) @usableFromInline var arrived: ContiguousArray<MadeProduct<Product>> = []

    /// The tasks, by their numbers.
    @exclusivity(unchecked) @usableFromInline var tasks = [ScheduledWork?](repeating: nil, count: Making.mostTasks)

    /// - Parameter arrival: Is set when something has been made. The view that this refreshes depends on it.
    @export(implementation)
    init(
        _ source: SourceReader<Element>,
        _ rows: MadeRows<Product>,
        _ plan: MakingPlan,
        arrival: Variable<Void>,
        _ transform: @escaping Transform
    ) {
        (self.source, self.rows, self.arrival) = (source, rows, arrival)
        self.plan = plan
        flight = plan.makeFlight()
        sliceSize = SliceSize(plan.tasks.slice, first: 16, most: 128)
        batchSize = SliceSize(plan.tasks.batch, first: 4, most: MakingOrder.most)
        self.transform = transform
    }

    /// Runs on any thread: cancelling may, and nothing else refers to this.
    deinit { for task in tasks { task?.cancel() } }

    /// Brings the rows up to date with the source and with the products. Returns the era of the source.
    ///
    /// - Parameters:
    ///   - other: Another way to make everything, if there is one.
    ///   - isObserved: Whether there is an observer, for whom to make the missing rows.
    @export(implementation)
    func refresh(_ other: Transform?, isObserved: Bool) -> UInt64 {
        defer { source.release() }
        // However many have changed, the others stay as they are.
        switch source.read(limit: .max) {
        case .same: break
        case .changes(let changes): apply(changes)
        case .anew:
            rows.clear(source.rows.tree.sizes, source.rows.spacing)
            unmade.requireAll()
        }
        if let other {
            letGoLater(exchange(&transform, with: other))
            unmade.requireAll()
        }
        if !arrived.isEmpty {
            arrived.removeAll { !unmade.finish($0.label, $0.number) }
            rows.putAll(exchange(&arrived, with: []))
        }
        if isObserved {
            startTasks()
            if let flight { flight.note(isMaking: !unmade.isEmpty(in: source.rows.tree)) }
        }
        return source.rows.era
    }

    /// Applies changes of the source: the product for an element stays until there is a new one, and goes where the
    /// element goes.
    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) {
        var gone: [(element: Element, product: Product?, wasUnmade: Bool)] = []
        var come: [(element: Element, label: UInt64)] = []
        var required: ContiguousArray<UInt64> = []
        required.reserveCapacity(changes.count)
        // By index: the elements of the changes are not copied.
        for index in changes.indices {
            let label = changes[index].key
            let (old, new) = (changes[index].old?.id, changes[index].new?.id)
            if let old, old == new {
                required.append(label)
                continue
            }
            if let old = changes[index].old {
                let wasUnmade = unmade.drop(label)
                gone.append((old, rows.take(label), wasUnmade))
            }
            if let new = changes[index].new { come.append((new, label)) }
        }
        let updates = required.count
        let partners = gone.isEmpty ? [] : RowChanges.partners(gone.map(\.element.id), come.map(\.element.id))
        for (index, (element, label)) in come.enumerated() {
            guard index < partners.count, let partner = partners[index] else {
                required.append(label)
                continue
            }
            let (former, product, wasUnmade) = gone[partner]
            if let product { rows.put(product, label) }
            if wasUnmade || !same(former, element) { required.append(label) } else { _ = unmade.drop(label) }
        }
        if updates > 0, updates < required.count { required.sort() }
        unmade.require(required)
    }
}

/// Where, when and in which order rows are made.
@usableFromInline
struct MakingPlan {
    @usableFromInline let tasks: TaskPlan
    @usableFromInline let nearest: Observable<Int>
    private let activity: Activity?

    @usableFromInline
    init(
        _ scheduler: any Scheduler,
        _ priority: TaskPriority?,
        _ nearest: Observable<Int>,
        _ slice: Duration,
        _ activity: Activity?
    ) {
        tasks = TaskPlan(scheduler, priority, slice)
        (self.nearest, self.activity) = (nearest, activity)
    }

    @usableFromInline
    func makeFlight() -> MakingFlight? { activity.map { MakingFlight($0, on: tasks.scheduler) } }
}

/// The facts that a task needs.
@usableFromInline
struct TaskPlan: Sendable {
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let priority: TaskPriority?

    /// For how long a delivery may hold the domain up.
    @usableFromInline let slice: Duration

    /// For how long a task makes rows before they are delivered, unless it is a single one.
    @export(implementation) var batch: Duration { slice * 4 }

    /// The scheduler, where it is an executor: in tests.
    @usableFromInline let executor: (any TaskExecutor)?

    init(_ scheduler: any Scheduler, _ priority: TaskPriority?, _ slice: Duration) {
        (self.scheduler, self.priority, self.slice) = (scheduler, priority, slice)
        executor = scheduler as? any TaskExecutor
    }
}
