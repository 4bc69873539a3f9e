import Dispatch
import MillraceBase
import MillraceSignals
import MillraceSpecs
import Synchronization
import TestSupport

/// Where a graph lives, and what follows from it: what was released elsewhere goes soon, and turns of one home never
/// wait for those of another.
final class HomeSpec: Spec {
    /// A screen whose graph holds itself: the switch captures what it hangs below.
    @MainActor
    private final class Screen {
        let (refresh, text) = (Emitter<Void>(), Variable(""))
        var count = 0

        init(_ living: LivingCount) {
            refresh.flatMapLatest(living.watching { [text, refresh] in text.changes.prefix(until: refresh) })
                .observe(for: self) { screen, _ in screen.count += 1 }
        }
    }

    /// The same on an actor.
    private actor Desk {
        let (refresh, text) = (Emitter<Void>(), Variable(""))
        var count = 0

        func open(_ living: LivingCount) {
            refresh.flatMapLatest(living.watching { [text, refresh] in text.changes.prefix(until: refresh) })
                .observe(for: self) { desk, _ in desk.count += 1 }
        }
    }

    @MainActor
    private final class Holder {
        private let subscription: Subscription

        init(_ subscription: Subscription) { self.subscription = subscription }
    }

    private actor Workshop {
        private let emitter = Emitter<Int>()
        private var seen = 0

        func observe() { emitter.observe(for: self) { workshop, value in workshop.seen = value } }
        func send(_ value: Int) { emitter.send(value) }
        func total() -> Int { seen }

        /// Observers that nobody keeps, whose closures hold what they hang below.
        func leave(_ count: Int, _ living: LivingCount) {
            for _ in 0..<count {
                let own = Emitter<Int>()
                own.map(living.watching { [own] in $0 + (own.name ?? "").count }).observe { _ in }.cancelLater()
            }
        }
    }

    private final class Lock: Sendable { let isTaken = Atomic(false) }

    /// What stands behind a lock, and whether that is taken.
    private final class Shelf: Sendable {
        private struct Content {
            let variable: Variable<Int>
            var subscriptions: [Subscription] = []
        }

        private let content: Mutex<Content>
        private let lock = Lock()

        init(_ variable: sending Variable<Int>) { content = Mutex(Content(variable: variable)) }

        func observe(_ note: sending @escaping (String) -> Void) {
            withLock { [lock] content in
                let subscription = content.variable.observe(isolation: nil) { value in
                    note("\(value) \(lock.isTaken.load(ordering: .relaxed) ? "under the lock" : "without the lock")")
                }
                content.subscriptions.append(subscription)
            }
        }

        func set(_ value: Int) { withLock { content in content.variable.value = value } }

        private func withLock(_ body: (inout Content) -> Void) {
            content.withLock { content in
                lock.isTaken.store(true, ordering: .relaxed)
                body(&content)
                lock.isTaken.store(false, ordering: .relaxed)
            }
        }
    }

    @MainActor func testSpec() async {
        describe("S4 a graph whose home is known") {
            it("lets owners go whose graphs hold themselves, as others come") {
                let living = LivingCount()
                for _ in 0..<500 { _ = Screen(living) }
                expect(living.count).to(beLessThan(5))
                pruneReleased()
                expect(living.count).to(equal(0))
            }

            it("lets owners go when nothing new is observed, as turns pass") {
                let living = LivingCount()
                let variable = Variable(0)
                let subscription = variable.observe { _ in }
                do {
                    let screens = (0..<20).map { _ in Screen(living) }
                    expect(living.count).to(equal(screens.count))
                }
                for value in 0..<100_000 where living.count > 0 { variable.value = value }
                expect(living.count).to(equal(0))
                subscription.cancel()
            }

            it("unhooks what tasks have released, though nothing uses it any more") {
                let living = LivingCount()
                for _ in 0..<200 {
                    let own = Emitter<Int>()
                    let holder = Holder(
                        own.map(living.watching { [own] in $0 + (own.name ?? "").count }).observe { _ in }
                    )
                    Task.detached { withExtendedLifetime(holder) {} }
                }
                let isEmpty = await eventually { living.count == 0 }
                expect(isEmpty).to(beTrue())
            }

            it("leaves a held signal that a task has released") {
                final class Keeper: Sendable {
                    private let held: Mutex<UncheckedTransfer<Observable<Int>>?>
                    init(_ held: Observable<Int>) { self.held = Mutex(UncheckedTransfer(held)) }
                    func release() { held.withLock { $0 = nil } }
                }
                let (living, emitter) = (LivingCount(), Emitter<Int>())
                let subscription = emitter.observe { _ in }
                for _ in 0..<50 {
                    let keeper = Keeper(emitter.map(living.watching { $0 }).hold(0))
                    await Task.detached { keeper.release() }.value
                }
                let isEmpty = await eventually { living.count == 0 }
                expect(isEmpty).to(beTrue())
                subscription.cancel()
            }
        }

        describe("S4 a graph of an actor") {
            it("is let go with an actor that has observed for itself, as other actors come") {
                let living = LivingCount()
                for _ in 0..<300 { await Desk().open(living) }
                expect(living.count).to(beLessThan(50))
            }

            it("unhooks soon what was released there") {
                let (living, workshop) = (LivingCount(), Workshop())
                await workshop.leave(200, living)
                let isEmpty = await eventually { living.count == 0 }
                expect(isEmpty).to(beTrue())
            }

            it("that was wired on the main thread is not taken for the main actor's") {
                let workshop = Workshop()
                await workshop.observe()
                await workshop.send(7)
                let total = await workshop.total()
                expect(total).to(equal(7))
            }
        }

        describe("O5 a turn within an observer of another home") {
            func log(_ shelf: Shelf) -> [String] {
                var log: [String] = []
                let lines = Lines()
                shelf.observe { lines.add($0) }
                let trigger = Variable(0)
                let subscription = trigger.observe { value in
                    if value > 0 { shelf.set(value) }
                    log.append("observer \(value)")
                }
                trigger.value = 1
                subscription.cancel()
                return lines.all + log
            }

            it("is over when the set returns, where the home was given") {
                expect(log(Shelf(Variable(0, in: Home("a shelf")))))
                    .to(equal(["0 under the lock", "1 under the lock", "observer 0", "observer 1"]))
            }

            it("still waits within the same home") {
                let (outer, inner) = (Variable(0), Variable(0))
                let log = Log()
                let first = log.observe(inner, as: "inner ")
                let second = outer.observe { value in
                    inner.value = value
                    log("outer \(value)")
                }
                outer.value = 1
                expect(log.lines).to(equal(["inner 0", "outer 0", "inner 0", "outer 1", "inner 1"]))
                first.cancel()
                second.cancel()
            }

            it("puts off what another home sets meanwhile, which reads back at once") {
                let (left, right) = (Variable(0, in: Home("left")), Variable(0, in: Home("right")))
                let twice = left.map { $0 * 2 }
                var (log, own): ([Int], Subscription?) = ([], nil)
                let bag = SubscriptionBag()
                twice.observe(isolation: nil) { _ in }.store(in: bag)
                right.observe { value in
                    guard value == 1 else { return }
                    left.value = 2
                    log.append(twice.value)
                }.store(in: bag)
                own = left.observe { value in
                    log.append(value)
                    guard value == 1 else { return }
                    right.value = 1
                    own?.cancel()
                }
                left.observe { log.append(10 + $0) }.store(in: bag)
                left.value = 1
                expect(log).to(equal([0, 10, 1, 4, 11, 12]))
            }

            it("may let go of what the interrupted turn is still to tell") {
                let (living, shelf) = (LivingCount(), Variable(0, in: Home("a shelf")))
                for value in 1...50 {
                    let (variable, bag) = (Variable(0), SubscriptionBag())
                    var screen: [AnyObject] = []
                    variable.map { $0 }.observe { if $0 > 0 { shelf.value = $0 } }.store(in: bag)
                    do {
                        let shown = variable.map(living.watching { $0 })
                        screen = [shown, shown.observe { _ in }]
                    }
                    variable.map { $0 }.observe { _ in }.store(in: bag)
                    shelf.observe { if $0 == value { screen = [] } }.store(in: bag)
                    variable.value = value
                    expect(screen.count).to(equal(0))
                }
                expect(living.count).to(equal(0))
            }

            it("is not taken for that of a variable that a computation in a batch has set and dropped") {
                let (source, other) = (Variable(0), Variable(0))
                let derived = source.map { value in
                    let own = Variable(value)
                    own.value += 1
                    return own.value
                }
                batch {
                    expect(derived.value).to(equal(1))
                    other.value = 1
                }
                expect(other.value).to(equal(1))
            }

            it("may run in the midst of a batch, and of another such turn") {
                let homes = [Home("one"), Home("two"), Home("three")]
                let variables = homes.map { Variable(0, in: $0) }
                var log: [String] = []
                let bag = SubscriptionBag()
                for (index, variable) in variables.enumerated() {
                    variable.observe { value in
                        if value > 0, index + 1 < variables.count { variables[index + 1].value = value }
                        log.append("\(index): \(value)")
                    }.store(in: bag)
                }
                log = []
                batch {
                    variables[0].value = 1
                    variables[1].value = 2
                    expect(log).to(equal(["2: 2", "1: 2"]))
                }
                expect(log).to(equal(["2: 2", "1: 2", "2: 1", "1: 1", "0: 1"]))
                bag.cancelAll()
            }
        }

        describe("A home that was made by hand") {
            it("counts, whoever observes what is derived from it") {
                let variable = Variable(0, in: Home("a shelf"))
                let emitter = Emitter<Int>(in: Home("a bell"))
                var log: [Int] = []
                let bag = SubscriptionBag()
                variable.map { $0 + 1 }.observe { log.append($0) }.store(in: bag)
                combine(variable.map { $0 }, variable).map { $0.0 + $0.1 }.observe { log.append($0) }.store(in: bag)
                variable.changes.map { $0 * 10 }.observe { log.append($0) }.store(in: bag)
                emitter.map { $0 }.scan(0, +).observe { log.append($0) }.store(in: bag)
                emitter.map { $0 }.hold(0).observe { log.append($0) }.store(in: bag)
                variable.value = 1
                emitter.send(5)
                expect(log.sorted()).to(equal([0, 0, 1, 2, 2, 5, 5, 10]))
                bag.cancelAll()
            }
        }

        describe("A home") {
            it("is called by what it is, in messages") {
                expect(Home.main.description).to(equal("the main actor"))
                expect(Home("the prices").description).to(equal("the prices"))
            }
        }
    }
}

/// Lines that several isolation domains add to.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

extension Subscription {
    /// Lets the subscription be released, which on an actor can only mark.
    fileprivate func cancelLater() {}
}
