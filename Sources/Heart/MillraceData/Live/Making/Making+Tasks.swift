import MillraceSignals

extension Making {
    /// Starts as many tasks as there are batches that wait.
    @export(implementation)
    func startTasks() {
        let idle = tasks.count { $0 == nil }
        guard idle > 0 else { return }
        let size = UnmadeRows.smallestBatch
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
        tasks[number] = plan.scheduler.start {
            while let batch = me?.nextBatch(forTask: number) {
                var made = await batch.make()[...]
                while let isDone = me?.deliver(&made), !isDone { await Task.yield() }
            }
        }
    }

    /// The elements to make next; nil if none waits, and the task ends.
    @export(implementation)
    func nextBatch(forTask number: Int) -> RowBatch<Element, Product>? {
        let (elements, position) = (source.box.value.tree, plan.nearest.value)
        // As long as there is no row, a position is that of an element.
        let first = elements.count == 0 ? 0 : elements.key(at: Swift.max(0, Swift.min(position, elements.count - 1)))
        let labels = unmade.order(near: rows.label(position) ?? first, in: elements)
        if labels.isEmpty {
            tasks[number] = nil
            return nil
        }
        return RowBatch(elements, labels, unmade.lastOrder, plan.priority, plan.executor, transform)
    }

    /// Shows as much of what has been made as a slice of time has room for, in a turn of its own. Returns whether that
    /// was all.
    @export(implementation)
    func deliver(_ made: inout ArraySlice<MadeProduct<Product>>) -> Bool {
        var count = 0
        while let next = made.first, count == 0 || count + rows.count(next.product) <= sliceSize.count {
            count += rows.count(next.product)
            arrived.append(next)
            made = made.dropFirst()
        }
        let begin = plan.scheduler.now
        arrival.value = ()
        sliceSize.note(count, took: plan.scheduler.now - begin)
        return made.isEmpty
    }
}
