/// What `Deliveries` must log, by an obvious program: a list of observers and a queue.
struct NaiveDeliveries {
    private struct Observer {
        let name: String
        let index: Int?
        var isThere = true
        var seen = 0
    }

    private let deeds: [Deed]
    private let transform: (Int) -> Int
    private var observers: [Observer] = []
    private var done: Set<Int> = []
    private(set) var log: [String] = []

    init(deeds: [Deed], transform: @escaping (Int) -> Int) {
        self.deeds = deeds
        self.transform = transform
        for index in deeds.indices {
            observers.append(Observer(name: "s\(index)", index: index))
            observers.append(Observer(name: "o\(index)", index: nil))
        }
    }

    private mutating func remove(_ name: String) {
        for index in observers.indices where observers[index].name == name { observers[index].isThere = false }
    }

    /// The deed of an observer that is called with a value above zero for the first time.
    private mutating func deed(of position: Int, _ value: Int) -> (deed: Deed, index: Int)? {
        log.append("\(observers[position].name): \(value)")
        guard value > 0, let index = observers[position].index, done.insert(index).inserted else { return nil }
        switch deeds[index] {
        case .cancel(let other): remove("s\(other)")
        case .release(let other): remove("o\(other)")
        default: break
        }
        return (deeds[index], index)
    }

    private func values(of deed: (deed: Deed, index: Int)?) -> [Int] {
        switch deed?.deed {
        case .send: [10 + (deed?.index ?? 0)]
        case .sendTwice: [20 + (deed?.index ?? 0), 30 + (deed?.index ?? 0)]
        default: []
        }
    }
}

// MARK: - Signals

extension NaiveDeliveries {
    /// Sends values, one after the other; each waits until the one before has reached everybody.
    ///
    /// - Parameter tellsAtOnce: Who observes after `finish` was called is told so before the delivery is over: true of
    ///   an emitter, which knows, not of what derives from it.
    mutating func send(_ values: [Int], tellsAtOnce: Bool) {
        var (isFinished, isOver) = (false, false)
        for value in values where !isOver {
            var queue = [value]
            while !queue.isEmpty {
                let value = transform(queue.removeFirst())
                for position in observers.indices where observers[position].isThere {
                    let deed = deed(of: position, value)
                    if !isFinished { queue += self.values(of: deed) }
                    switch deed?.deed {
                    case .finish: isFinished = true
                    case .observe where isFinished && tellsAtOnce: log.append("n\(deed!.index) finished")
                    case .observe: observers.append(Observer(name: "n\(deed!.index)", index: nil))
                    default: break
                    }
                }
            }
            guard isFinished else { continue }
            isOver = true
            for observer in observers where observer.isThere && !observer.name.hasPrefix("o") {
                log.append("\(observer.name) finished")
            }
        }
    }
}

// MARK: - Observables

extension NaiveDeliveries {
    /// Observers get the present value, and then the last of each turn.
    mutating func set(_ values: [Int], from initial: Int) {
        for observer in observers { log.append("\(observer.name): \(transform(initial))") }
        var (version, present) = (0, initial)
        for value in values {
            (version, present) = (version + 1, value)
            var settled = 0
            while settled < version {
                settled = version
                let value = transform(present)
                for position in observers.indices
                where observers[position].isThere && observers[position].seen < settled {
                    observers[position].seen = settled
                    let deed = deed(of: position, value)
                    for value in self.values(of: deed) { (version, present) = (version + 1, value) }
                    guard case .observe = deed?.deed else { continue }
                    log.append("n\(deed!.index): \(transform(present))")
                    observers.append(Observer(name: "n\(deed!.index)", index: nil, seen: version))
                }
            }
        }
    }
}
