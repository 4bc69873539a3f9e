import Millrace

/// What a ``TestScheduler`` has to do, and when.
struct Agenda {
    enum Deed {
        /// A part of a task's work, which is done before time passes.
        case job(UnownedJob)
        case work(Carried<() -> Void>)
    }

    private struct Entry {
        let due: Duration
        let number: Int

        func comes(before other: Entry) -> Bool { (due, number) < (other.due, other.number) }
    }

    var now: Duration = .zero
    var isTurning = false
    private(set) var jobsDone = 0

    /// Everything is numbered as it comes.
    private(set) var lastNumber = 0

    private var jobs = Fifo<(number: Int, job: UnownedJob)>()

    /// A heap: none comes before its parent, which is at half its index. What was cancelled stays in it until its time
    /// has come, or until that is the greater part.
    private var entries: [Entry] = []
    private var works: [Int: Carried<() -> Void>] = [:]

    var hasJobs: Bool { !jobs.isEmpty }

    mutating func add(_ job: UnownedJob) {
        lastNumber += 1
        jobs.append((lastNumber, job))
    }

    mutating func add(after delay: Duration, _ work: Carried<() -> Void>) -> Int {
        lastNumber += 1
        works[lastNumber] = work
        entries.append(Entry(due: now + max(.zero, delay), number: lastNumber))
        rise(from: entries.count - 1)
        return lastNumber
    }

    /// The work is handed back, so that it is released outside of the lock.
    mutating func remove(_ number: Int) -> Carried<() -> Void>? {
        guard let work = works.removeValue(forKey: number) else { return nil }
        if entries.count > 2 * works.count + 16 {
            entries.removeAll { works[$0.number] == nil }
            // What is in order is a heap.
            entries.sort { $0.comes(before: $1) }
        }
        return work
    }

    /// What is to be done next, at its time: asynchronous work that can go on, before time passes.
    mutating func next(until limit: Duration?) -> (number: Int, deed: Deed)? {
        if let (number, job) = jobs.popFirst() {
            jobsDone += 1
            return (number, .job(job))
        }
        while let first = entries.first {
            if let limit, first.due > limit { return nil }
            removeFirst()
            guard let work = works.removeValue(forKey: first.number) else { continue }
            now = max(now, first.due)
            return (first.number, .work(work))
        }
        return nil
    }

    private mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        sink()
    }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0, entries[index].comes(before: entries[(index - 1) / 2]) {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while 2 * index + 1 < entries.count {
            var child = 2 * index + 1
            if child + 1 < entries.count, entries[child + 1].comes(before: entries[child]) { child += 1 }
            if !entries[child].comes(before: entries[index]) { return }
            entries.swapAt(index, child)
            index = child
        }
    }
}
