import MillraceSignals

/// Elements for which one task makes something, off the graph's domain.
///
/// They are read there, from the version of the source in which they were ordered.
@usableFromInline
struct RowBatch<Element: Sendable, Product: Sendable>: Sendable {
    @usableFromInline let elements: Tree<UInt64, Element>
    @usableFromInline let labels: ContiguousArray<UInt64>

    /// The number of the order for them.
    @usableFromInline let number: UInt64
    @usableFromInline let priority: TaskPriority?

    /// Runs tasks of that priority, where the scheduler is an executor: in tests.
    @usableFromInline let executor: (any TaskExecutor)?
    @usableFromInline let transform: @Sendable (Element) async -> Product

    @export(implementation)
    init(
        _ elements: Tree<UInt64, Element>,
        _ labels: ContiguousArray<UInt64>,
        _ number: UInt64,
        _ priority: TaskPriority?,
        _ executor: (any TaskExecutor)?,
        _ transform: @escaping @Sendable (Element) async -> Product
    ) {
        self.elements = elements
        self.labels = labels
        self.number = number
        self.priority = priority
        self.executor = executor
        self.transform = transform
    }

    /// Makes them, in their order; fewer where the task is cancelled. The version of the source is let go where that is
    /// done.
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
        made.reserveCapacity(labels.count)
        for label in labels {
            if Task.isCancelled { break }
            guard let element = elements.value(of: label) else { continue }
            made.append(MadeProduct(label: label, number: number, product: await transform(element)))
        }
        return made
    }
}
