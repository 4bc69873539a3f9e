import MillraceSignals

extension LiveView where Element: Sendable {
    /// A view of a row for each row of this one, made by tasks off the graph's domain, those near a position first.
    ///
    /// ```swift
    /// let lines = posts.map(on: .main, nearest: screen.firstSeen) { post in PostLines(post) }
    /// ```
    ///
    /// A row is there when it has been made: the view begins empty, and grows by slices, each a turn of its own. Until
    /// a changed element has been made again its old row stays; it goes with its element where that is moved, and at
    /// once where it is deleted. When everything has been made, the rows are those of ``map(_:)-((Element)->Row)``.
    ///
    /// Rows are made only while there is an observer, and tasks are cancelled with the last one. Without an observer
    /// the view has no rows. The result keeps this view and `nearest` alive. A change of k elements costs the domain
    /// O(k log n), however many they are, and a slice of k rows O(k log n).
    ///
    /// - Parameters:
    ///   - scheduler: Where this view belongs.
    ///   - priority: The priority of the tasks; nil for that of the scheduler.
    ///   - nearest: The position near which to make rows first, among the rows that the result shows: the first one
    ///     that is seen. As long as there are none, it is a position among the elements. It is read before each batch
    ///     of elements; a position that does not exist stands for the nearest that does.
    ///   - slice: For how long a delivery, with everything that it leads to, may hold the domain up. There are at most
    ///     128 rows in one, and at least one element. A task makes rows for four slices of time before it delivers
    ///     them, so rows that take long come one by one.
    ///   - activity: The activity that counts rows in flight: from the turn in which there is something to make to that
    ///     of the last row.
    ///   - transform: Makes the row of an element, on any thread. It must be pure. Where it waits, so does the rest of
    ///     its batch.
    @export(implementation)
    public func map<Row: Identifiable & Sendable>(
        on scheduler: some Scheduler,
        priority: TaskPriority? = nil,
        nearest: Observable<Int> = Observable(0),
        slice: Duration = .milliseconds(2),
        tracking activity: Activity? = nil,
        _ transform: @escaping @Sendable (Element) async -> Row
    ) -> LiveView<Row> {
        let plan = MakingPlan(scheduler, priority, nearest, slice, activity)
        return made(plan, Observable(()), MadeRows.single) { element, _ in await transform(element) }
    }

    /// A view of a row for each row of this one, made off the graph's domain with a setting that may change, such as
    /// the width of the screen.
    ///
    /// ```swift
    /// let lines = posts.map(on: .main, nearest: screen.firstSeen, with: screen.width) { post, width in
    ///     PostLines(post, width: width)
    /// }
    /// ```
    ///
    /// With another setting all rows are made anew, from `nearest` outwards; each old one stays until then. Setting it
    /// costs the domain O(1). Otherwise like ``map(on:priority:nearest:slice:tracking:_:)``.
    ///
    /// - Parameters:
    ///   - scheduler: Where the view belongs.
    ///   - priority: The priority of the tasks that make rows.
    ///   - nearest: The position near which rows are made first.
    ///   - slice: For how long the delivery of rows may hold the domain up.
    ///   - activity: Is in flight while there are rows to be made.
    ///   - setting: Should change only when rows look different: use `removeDuplicates`.
    ///   - transform: Makes the rows of an element, on any thread.
    @export(implementation)
    public func map<Setting: Sendable, Row: Identifiable & Sendable>(
        on scheduler: some Scheduler,
        priority: TaskPriority? = nil,
        nearest: Observable<Int> = Observable(0),
        slice: Duration = .milliseconds(2),
        tracking activity: Activity? = nil,
        with setting: Observable<Setting>,
        _ transform: @escaping @Sendable (Element, Setting) async -> Row
    ) -> LiveView<Row> {
        made(MakingPlan(scheduler, priority, nearest, slice, activity), setting, MadeRows.single, transform)
    }

    /// A view of all the rows that are made for each row of this one, off the graph's domain, those near a position
    /// first.
    ///
    /// ```swift
    /// let rows = posts.flatMap(on: .main, nearest: screen.firstSeen) { post in Timeline.rows(of: post) }
    /// ```
    ///
    /// All rows of an element arrive in one turn. When an element is made again, a row that is equal at the same index
    /// counts as unchanged. When everything has been made, the rows are those of ``flatMap(_:)``. Otherwise like
    /// ``map(on:priority:nearest:slice:tracking:_:)``.
    @export(implementation)
    public func flatMap<Row: Identifiable & Sendable>(
        on scheduler: some Scheduler,
        priority: TaskPriority? = nil,
        nearest: Observable<Int> = Observable(0),
        slice: Duration = .milliseconds(2),
        tracking activity: Activity? = nil,
        _ transform: @escaping @Sendable (Element) async -> [Row]
    ) -> LiveView<Row> {
        let plan = MakingPlan(scheduler, priority, nearest, slice, activity)
        return made(plan, Observable(()), MadeRows.several) { element, _ in await transform(element) }
    }

    /// A view of all the rows that are made for each row of this one, off the graph's domain, with a setting that may
    /// change.
    ///
    /// Like ``flatMap(on:priority:nearest:slice:tracking:_:)`` and ``map(on:priority:nearest:slice:tracking:with:_:)``.
    @export(implementation)
    public func flatMap<Setting: Sendable, Row: Identifiable & Sendable>(
        on scheduler: some Scheduler,
        priority: TaskPriority? = nil,
        nearest: Observable<Int> = Observable(0),
        slice: Duration = .milliseconds(2),
        tracking activity: Activity? = nil,
        with setting: Observable<Setting>,
        _ transform: @escaping @Sendable (Element, Setting) async -> [Row]
    ) -> LiveView<Row> {
        made(MakingPlan(scheduler, priority, nearest, slice, activity), setting, MadeRows.several, transform)
    }

    @export(implementation)
    func made<Setting: Sendable, Row: Identifiable & Sendable, Product: Sendable>(
        _ plan: MakingPlan,
        _ setting: Observable<Setting>,
        _ rows: @escaping (EditedRows<Row>) -> MadeRows<Product>,
        _ transform: @escaping @Sendable (Element, Setting) async -> Product
    ) -> LiveView<Row> {
        observable.upstream.node.learnHome(from: plan.tasks.scheduler)
        let arrival = Variable(())
        let inputs = [observable.upstream, arrival.upstream]
        func applied(_ setting: Setting) -> Making<Element, Product>.Transform {
            { element in await transform(element, setting) }
        }
        return LiveView<Row>(from: inputs, setting: setting, computesToLink: true) { (first: Setting, output) in
            let making = Making(SourceReader(self), rows(output), plan, arrival: arrival, applied(first))
            return { (other: Setting?) in
                output.rows.era = making.refresh(other.map(applied), isObserved: output.isObserved)
            }
        }
    }
}
