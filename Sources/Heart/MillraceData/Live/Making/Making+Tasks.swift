import MillraceSignals

extension Making {
    /// Starts as many tasks as there are batches that wait.
    @export(implementation)
    func startTasks() {
        let idle = tasks.count { $0 == nil }
        guard idle > 0 else { return }
        let size = batchSize.count
        let waiting = unmade.waiting.count(atMost: size * Self.mostTasks, of: source.rows.tree)
        var batches = (waiting + size - 1) / size - (Self.mostTasks - idle)
        for number in tasks.indices where tasks[number] == nil {
            guard batches > 0 else { return }
            batches -= 1
            startTask(number)
        }
    }

    /// Starts a task that makes batch after batch, as long as any element waits.
    @export(implementation)
    func startTask(_ number: Int) {
        weak let me = self
        tasks[number] = plan.tasks.scheduler.start {
            var made: [MadeProduct<Product>] = []
            while let batch = me?.nextBatch(forTask: number, lettingGoOf: exchange(&made, with: [])) {
                let time: Duration
                (made, time) = await (consume batch).make()
                me?.batchSize.note(made.count, took: time)
                var rest = made[...]
                while let isDone = me?.deliver(&rest), !isDone { await Task.yield() }
            }
        }
    }

    /// The elements to make next; nil if none waits, and the task ends.
    @export(implementation)
    func nextBatch(
        forTask number: Int,
        lettingGoOf delivered: consuming [MadeProduct<Product>]
    ) -> RowBatch<Element, Product>? {
        let (elements, position) = (source.box.value.tree, plan.nearest.value)
        // As long as there is no row, a position is that of an element.
        let first = elements.count == 0 ? 0 : elements.key(at: Swift.max(0, Swift.min(position, elements.count - 1)))
        let label = rows.label(position) ?? first
        guard let order = unmade.order(batchSize.count, near: label, in: elements, for: number) else {
            tasks[number] = nil
            return nil
        }
        return RowBatch(elements, order, plan.tasks, delivered, transform)
    }

    /// Shows as many of the made products as a slice of time has room for, in a turn of its own. Returns whether that
    /// was all.
    @export(implementation)
    func deliver(_ made: inout ArraySlice<MadeProduct<Product>>) -> Bool {
        var count = 0
        while let next = made.first, count == 0 || count + rows.count(next.product) <= sliceSize.count {
            count += rows.count(next.product)
            arrived.append(next)
            made = made.dropFirst()
        }
        let begin = plan.tasks.scheduler.now
        arrival.value = ()
        sliceSize.note(count, took: plan.tasks.scheduler.now - begin)
        return made.isEmpty
    }
}
