import MillraceSignals

/// What an observer does from within a delivery, the first time that it is called.
enum Deed: CustomStringConvertible {
    case nothing
    case observe
    case cancel(Int)
    case release(Int)
    case send
    case sendTwice
    case finish

    var description: String {
        switch self {
        case .nothing: "nothing"
        case .observe: "observe"
        case .cancel(let index): "cancel \(index)"
        case .release(let index): "release owner \(index)"
        case .send: "send"
        case .sendTwice: "send twice"
        case .finish: "finish"
        }
    }

    /// All that can be done where there are so many observers and owners.
    static func all(observers count: Int, canFinish: Bool) -> [Deed] {
        let indices = 0..<count
        let one: [Deed] = [.nothing, .observe, .send, .sendTwice]
        return one + indices.map { .cancel($0) } + indices.map { .release($0) } + (canFinish ? [.finish] : [])
    }
}

/// Observers of a signal or an observable, in pairs: one with a subscription, which does a deed, and one of an owner.
final class Deliveries {
    private final class Owner {}

    private let deeds: [Deed]
    private let attach: (Deliveries, _ name: String, _ receive: @escaping (Int) -> Void) -> Subscription
    private let attachFor: (Owner, @escaping (Int) -> Void) -> Void
    private let send: (Int) -> Void
    private let finish: () -> Void

    private var subscriptions: [Subscription?] = []
    private var owners: [Owner?] = []
    private var done: Set<Int> = []
    private let late = SubscriptionBag()
    private(set) var log: [String] = []

    init(of signal: Signal<Int>, deeds: [Deed], send: @escaping (Int) -> Void, finish: @escaping () -> Void) {
        self.deeds = deeds
        self.send = send
        self.finish = finish
        attach = { all, name, receive in
            signal.observe(onFinish: { [unowned all] in all.log.append("\(name) finished") }, receive)
        }
        attachFor = { owner, receive in signal.observe(for: owner) { _, value in receive(value) } }
        attachAll()
    }

    init(of observable: Observable<Int>, deeds: [Deed], set: @escaping (Int) -> Void) {
        self.deeds = deeds
        send = set
        finish = {}
        attach = { _, _, receive in observable.observe(receive) }
        attachFor = { owner, receive in observable.observe(for: owner) { _, value in receive(value) } }
        attachAll()
    }

    private func attachAll() {
        for index in deeds.indices {
            subscriptions.append(
                attach(self, "s\(index)") { [unowned self] value in
                    log.append("s\(index): \(value)")
                    if value > 0, done.insert(index).inserted { perform(deeds[index], by: index) }
                }
            )
            let owner = Owner()
            owners.append(owner)
            attachFor(owner) { [unowned self] value in log.append("o\(index): \(value)") }
        }
    }

    private func perform(_ deed: Deed, by index: Int) {
        switch deed {
        case .nothing: break
        case .observe:
            attach(self, "n\(index)") { [unowned self] in log.append("n\(index): \($0)") }.store(in: late)
        case .cancel(let other): subscriptions[other]?.cancel()
        case .release(let other): owners[other] = nil
        case .send: send(10 + index)
        case .sendTwice:
            send(20 + index)
            send(30 + index)
        case .finish: finish()
        }
    }
}
