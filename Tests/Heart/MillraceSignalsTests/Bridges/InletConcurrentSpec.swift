import Foundation
import MillraceSignals
import MillraceSpecs
import Synchronization
import TestSupport

/// Inlets under several threads. Run under the thread sanitizer, too.
final class InletConcurrentSpec: Spec {
    /// Receives numbers on an actor of its own: each is a sender's and its place in what that sender sends.
    private actor Receiver {
        private let numbers = Emitter<(sender: Int, place: Int)>()
        private var subscription: Subscription?
        private var lastPlaces: [Int: Int] = [:]
        private(set) var count = 0
        private(set) var isInOrder = true
        private var awaited: (count: Int, continuation: CheckedContinuation<Void, Never>)?

        func open() -> Inlet<(sender: Int, place: Int)> {
            subscription = numbers.observe { [weak self] number in
                self?.assumeIsolated { $0.receive(number.sender, number.place) }
            }
            return numbers.inlet()
        }

        private func receive(_ sender: Int, _ place: Int) {
            count += 1
            if place != (lastPlaces[sender] ?? -1) + 1 { isInOrder = false }
            lastPlaces[sender] = place
            if let awaited, count == awaited.count {
                self.awaited = nil
                awaited.continuation.resume()
            }
        }

        func wait(for total: Int) async {
            if count >= total { return }
            await withCheckedContinuation { awaited = (total, $0) }
        }
    }

    /// Owns an emitter, and nothing but that.
    private actor Owner {
        private let things = Emitter<Thing>()
        func open() -> Inlet<Thing> { things.inlet() }
    }

    private final class Thing: Sendable {}

    private final class Counter: Sendable {
        private let value = Atomic<Int>(0)
        var count: Int { value.load(ordering: .relaxed) }
        func add() { value.add(1, ordering: .relaxed) }
    }

    @MainActor private final class Screen {
        private let numbers = Emitter<Int>()
        private let subscriptions = SubscriptionBag()

        init(_ seen: @escaping @Sendable (Int) -> Void) {
            numbers.observe { number in
                MainActor.preconditionIsolated()
                seen(number)
            }
            .store(in: subscriptions)
        }

        func open() -> Inlet<Int> { numbers.inlet() }
    }

    func testSpec() {
        describe("an inlet under several threads") {
            it("delivers a flood from four of them whole, each one's values in order") {
                #if DEBUG
                let each = 50_000
                #else
                let each = 250_000
                #endif
                let receiver = Receiver()
                let inlet = await receiver.open()
                for sender in 0..<4 {
                    Thread.detachNewThread {
                        for place in 0..<each { inlet.send((sender, place)) }
                    }
                }
                await receiver.wait(for: 4 * each)
                await expect { await receiver.count }.to(equal(4 * each))
                await expect { await receiver.isInOrder }.to(beTrue())
            }

            it("delivers on the main actor, and nothing once its owner is gone") {
                var random = SeededGenerator(Seed.current)
                let afterwards = Counter()
                for _ in 0..<50 {
                    let isGone = Counter()
                    var screen: Screen? = await Screen { _ in if isGone.count > 0 { afterwards.add() } }
                    let inlet = await screen?.open()
                    let pauses = (0..<200).map { _ in random.next() % 16 == 0 }
                    let sender = Task.detached {
                        for (number, pauses) in pauses.enumerated() {
                            inlet?.send(number)
                            if pauses { await Task.yield() }
                        }
                    }
                    for _ in 0..<random.next() % 8 { await Task.yield() }
                    // The last reference goes here, off the main actor. What is being delivered there is then over.
                    withExtendedLifetime(screen) {}
                    screen = nil
                    await MainActor.run { isGone.add() }
                    await sender.value
                    inlet?.send(-1)
                    await MainActor.run {}
                }
                expect(afterwards.count).to(equal(0))
            }

            it("drops what waits, and holds nothing, when its actor is gone") {
                var owner: Owner? = Owner()
                let inlet = await owner?.open()
                owner = nil
                for _ in 0..<10 {
                    var thing: Thing? = Thing()
                    weak let sent = thing
                    inlet?.send(thing ?? Thing())
                    thing = nil
                    await expect { await eventually { sent == nil } }.to(beTrue())
                }
            }
        }
    }
}
