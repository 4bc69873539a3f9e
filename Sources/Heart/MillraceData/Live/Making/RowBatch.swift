import MillraceSignals

/// Elements for which one task makes something, off the graph's domain.
@usableFromInline
struct RowBatch<Element: Sendable, Product: Sendable>: Sendable {
    @usableFromInline let orders: [RowOrder<Element>]
    @usableFromInline let priority: TaskPriority?

    /// Runs tasks of that priority, where the scheduler is an executor: in tests.
    @usableFromInline let executor: (any TaskExecutor)?
    @usableFromInline let transform: @Sendable (Element) async -> Product

    @export(implementation)
    init(
        _ orders: [RowOrder<Element>],
        _ priority: TaskPriority?,
        _ executor: (any TaskExecutor)?,
        _ transform: @escaping @Sendable (Element) async -> Product
    ) {
        self.orders = orders
        self.priority = priority
        self.executor = executor
        self.transform = transform
    }

    /// Makes them, in their order; fewer where the task is cancelled. The elements are released where that is done: to
    /// release many references takes time.
    @export(implementation)
    @concurrent
    consuming func make() async -> [MadeProduct<Product>] {
        guard let priority else { return await makeAll() }
        let batch = self
        // A task that is awaited as such has its priority raised to that of who awaits it.
        let (results, continuation) = AsyncStream<[MadeProduct<Product>]>.makeStream()
        let task = Task.detached(executorPreference: batch.executor, priority: priority) {
            continuation.yield(await batch.makeAll())
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        for await made in results { return made }
        return []
    }

    @export(implementation)
    @concurrent
    consuming func makeAll() async -> [MadeProduct<Product>] {
        var made: [MadeProduct<Product>] = []
        made.reserveCapacity(orders.count)
        for order in orders {
            if Task.isCancelled { break }
            let product = await transform(order.element)
            made.append(MadeProduct(label: order.label, number: order.number, product: product))
        }
        return made
    }
}
