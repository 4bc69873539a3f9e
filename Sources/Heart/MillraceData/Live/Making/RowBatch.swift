import MillraceSignals

/// Elements for which one task makes something, off the graph's domain.
///
/// They are read there, from the version of the source in which they were ordered.
@usableFromInline
struct RowBatch<Element: Sendable, Product: Sendable>: Sendable {
    @usableFromInline let elements: Tree<UInt64, Element>
    @usableFromInline let order: MakingOrder
    @usableFromInline let plan: TaskPlan

    /// The former batch of the task: it is let go where the next one is made, which takes as long as to make it.
    @usableFromInline let delivered: [MadeProduct<Product>]
    @usableFromInline let transform: @Sendable (Element) async -> Product

    @export(implementation)
    init(
        _ elements: Tree<UInt64, Element>,
        _ order: MakingOrder,
        _ plan: TaskPlan,
        _ delivered: [MadeProduct<Product>],
        _ transform: @escaping @Sendable (Element) async -> Product
    ) {
        self.elements = elements
        self.order = order
        self.plan = plan
        self.delivered = delivered
        self.transform = transform
    }

    /// Makes them, the nearest one first: as many as there is time for, and at least one; fewer where the task is
    /// cancelled. The version of the source is let go where that is done.
    ///
    /// - Returns: The products, by ascending labels, and how long they took.
    @export(implementation)
    @concurrent
    consuming func make() async -> (made: [MadeProduct<Product>], time: Duration) {
        guard let priority = plan.priority else { return await makeAll() }
        let (executor, batch) = (plan.executor, self)
        // A task that is awaited as such has its priority raised to that of who awaits it.
        let (results, continuation) = AsyncStream<(made: [MadeProduct<Product>], time: Duration)>.makeStream()
        let task = Task.detached(executorPreference: executor, priority: priority) {
            continuation.yield(await batch.makeAll())
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        for await result in results { return result }
        return ([], .zero)
    }

    @export(implementation)
    @concurrent
    consuming func makeAll() async -> (made: [MadeProduct<Product>], time: Duration) {
        let (labels, begin) = (order.labels, plan.scheduler.now)
        var (made, time): ([MadeProduct<Product>], Duration) = ([], .zero)
        made.reserveCapacity(labels.count)
        for index in labels.indices where index == 0 || time < plan.batch {
            if Task.isCancelled { break }
            let label = labels[order.beginsAtEnd ? labels.count - 1 - index : index]
            guard let element = elements.value(of: label) else { continue }
            made.append(MadeProduct(label: label, number: order.number, product: await transform(element)))
            time = plan.scheduler.now - begin
        }
        withExtendedLifetime(delivered) {}
        if order.beginsAtEnd { made.reverse() }
        return (made, time)
    }
}
