import MillraceSignals
import MillraceSpecs
import Synchronization

/// Asynchronous operators and the values of signals, in real time, on several threads, with random timing and random
/// cancellation. Run under the thread sanitizer, too.
final class BridgesConcurrentSpec: Spec {
    /// A view model that is a plain class: it belongs to whoever makes it, and takes its scheduler from there.
    private final class Model {
        let numbers = Emitter<Int>()
        private let subscriptions = SubscriptionBag()
        private(set) var latest: [Int] = []
        private(set) var merged: Set<Int> = []
        private(set) var inOrder: [Int] = []

        init(on scheduler: some Scheduler, _ call: @escaping @Sendable (Int) async -> Int) {
            let check = { scheduler.schedule(after: .zero) {}.cancel() }
            numbers.map(.latest, on: scheduler) { await call($0) }
                .observe { [weak self] number in
                    check()
                    self?.latest.append(number)
                }
                .store(in: subscriptions)
            numbers.map(.merge, on: scheduler) { await call($0) }
                .observe { [weak self] number in
                    check()
                    self?.merged.insert(number)
                }
                .store(in: subscriptions)
            numbers.map(.concat, on: scheduler) { await call($0) }
                .observe { [weak self] number in
                    check()
                    self?.inOrder.append(number)
                }
                .store(in: subscriptions)
        }

        func isDone(_ count: Int) -> Bool {
            inOrder.count == count && merged.count == count && latest.last == count - 1
        }
    }

    private actor Owner {
        private lazy var model = Model(on: ActorScheduler(self), call)
        private let call: @Sendable (Int) async -> Int

        init(_ call: @escaping @Sendable (Int) async -> Int) { self.call = call }

        /// Sends numbers, and waits until all are through. True where they came through in order.
        func play(_ count: Int) async -> Bool {
            for number in 0..<count {
                model.numbers.send(number)
                if number % 7 == 0 { await Task.yield() }
            }
            while !model.isDone(count) { await Task.yield() }
            return model.inOrder == Array(0..<count) && model.latest == model.latest.sorted()
        }

        func abandon(_ count: Int) { for number in 0..<count { model.numbers.send(number) } }
    }

    @MainActor private final class Screen {
        private lazy var model = Model(on: .main, call)
        private let call: @Sendable (Int) async -> Int

        init(_ call: @escaping @Sendable (Int) async -> Int) { self.call = call }

        func play(_ count: Int) async -> Bool {
            for number in 0..<count {
                model.numbers.send(number)
                if number % 7 == 0 { await Task.yield() }
            }
            while !model.isDone(count) { await Task.yield() }
            return model.inOrder == Array(0..<count) && model.latest == model.latest.sorted()
        }

        func abandon(_ count: Int) { for number in 0..<count { model.numbers.send(number) } }
    }

    /// An actor whose graph is made, and observed, on the thread of whoever makes the actor.
    private actor Feed {
        private let numbers = Emitter<Int>()
        nonisolated let values: AsyncStream<Int>

        init() { values = numbers.map { $0 }.values }

        func send(_ count: Int) { for number in 0..<count { numbers.send(number) } }
    }

    private actor Source {
        private let numbers = Emitter<Int>()
        private let present = Variable(0)

        func read() -> (AsyncStream<Int>, AsyncStream<Int>) { (numbers.map { $0 }.values, present.map { $0 }.values) }

        func send(_ number: Int) {
            numbers.send(number)
            present.value = number
        }

        func finish() { numbers.finish() }
    }

    func testSpec() {
        /// A call that takes a random number of turns on other threads.
        let call: @Sendable (Int) async -> Int = { number in
            var random = SeededGenerator(seed: Seed.current.value &+ UInt64(number))
            for _ in 0..<random.next() % 8 {
                await Task.detached { await Task.yield() }.value
            }
            return number
        }

        describe("asynchronous operators on several threads") {
            it("deliver in the isolation of an actor, in the order that each promises") {
                for _ in 0..<10 { await expect { await Owner(call).play(50) }.to(beTrue()) }
            }

            it("deliver in the isolation of the main actor") {
                await expect { await Screen(call).play(50) }.to(beTrue())
            }

            it("bear that their owner goes, on any thread, with calls under way") {
                for _ in 0..<20 {
                    let (owner, screen) = (Owner(call), await Screen(call))
                    await owner.abandon(10)
                    await screen.abandon(10)
                    await Task.detached { withExtendedLifetime((owner, screen)) {} }.value
                }
            }
        }

        describe("values that are read in another domain") {
            it("arrive in order, and the last one of an observable arrives") {
                let source = Source()
                let (numbers, present) = await source.read()
                let reading = Task.detached {
                    var seen: [Int] = []
                    for await number in numbers { seen.append(number) }
                    return seen
                }
                let watching = Task.detached {
                    for await number in present where number == 499 { return true }
                    return false
                }
                for number in 0..<500 {
                    await source.send(number)
                    if number % 50 == 0 { await Task.yield() }
                }
                await source.finish()
                await expect { await reading.value }.to(equal(Array(0..<500)))
                await expect { await watching.value }.to(beTrue())
            }

            it("bear being left on the main thread, on which their actor was made, while that is at work") {
                for _ in 0..<200 {
                    await Task { @MainActor in
                        let feed = Feed()
                        let work = Task.detached {
                            await feed.send(100)
                            await feed.send(100)
                        }
                        let loop = Task { for await _ in feed.values {} }
                        await Task.yield()
                        loop.cancel()
                        await loop.value
                        await work.value
                    }.value
                }
            }

            it("bear being cancelled at any moment") {
                var random = SeededGenerator(Seed.current)
                let source = Source()
                for round in 0..<100 {
                    let (numbers, present) = await source.read()
                    let reading = Task.detached {
                        var last = -1
                        for await number in numbers {
                            if number <= last { return false }
                            last = number
                        }
                        return Task.isCancelled
                    }
                    let watching = Task.detached { for await _ in present {} }
                    for step in 0..<random.next() % 8 { await source.send(round * 10 + Int(step)) }
                    reading.cancel()
                    watching.cancel()
                    await source.send(round * 10 + 9)
                    await expect { await reading.value }.to(beTrue())
                    await watching.value
                }
            }
        }
    }
}
