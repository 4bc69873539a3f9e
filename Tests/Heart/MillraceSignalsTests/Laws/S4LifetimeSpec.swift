import MillraceSignals
import MillraceSpecs
import TestSupport

final class S4LifetimeSpec: Spec {
    func testSpec() {
        describe("S4 when the last observer is gone") {
            it("the chain lets go of its source: nothing runs and nothing is kept below it") {
                let living = LivingCount()
                let emitter = Emitter<Int>()
                var derived: Signal<Int>? = emitter.map(living.watching { $0 + 1 }).filter { _ in true }
                let first = derived?.observe(living.watching { _ in })
                let second = derived?.observe(living.watching { _ in })
                derived = nil
                expect(living.count).to(equal(3))
                first?.cancel()
                expect(living.count).to(equal(2))
                second?.cancel()
                expect(living.count).to(equal(0))
                emitter.send(1)
            }

            it("the state of an operator is gone, and the closures live as long as the signal") {
                let living = LivingCount()
                let emitter = Emitter<Int>()
                let initial = living.instance(0)
                var derived: Signal<Tracked>? = emitter.scan(initial) { living.instance($0.number + $1) }
                var last = derived?.map(living.watching { $0 })
                let subscription = last?.observe { _ in }
                [1, 2, 3].forEach(emitter.send)
                expect(living.count).to(equal(3))
                subscription?.cancel()
                expect(living.count).to(equal(2))
                derived = nil
                last = nil
                expect(living.count).to(equal(1))
            }

            it("in the midst of a delivery, the chain is gone when that is over") {
                let living = LivingCount()
                let emitter = Emitter<Int>()
                var subscription: Subscription?
                subscription = emitter.map(living.watching { $0 }).removeDuplicates().observe { _ in
                    subscription?.cancel()
                    subscription = nil
                }
                expect(living.count).to(equal(1))
                emitter.send(1)
                expect(living.count).to(equal(0))
                expect(subscription == nil).to(beTrue())
            }

            it("an observable's chain lets go too") {
                let living = LivingCount()
                let variable = Variable(0)
                var subscription: Subscription? = combine(variable.map(living.watching { $0 }), variable)
                    .map(living.watching { $0 + $1 }).observe(living.watching { _ in })
                expect(living.count).to(equal(3))
                subscription?.cancel()
                expect(living.count).to(equal(0))
                subscription = nil
                variable.value = 1
            }
        }

        describe("S4 what nobody keeps") {
            it("an observer does not keep the signal: a released emitter takes its observers with it") {
                let living = LivingCount()
                var emitter: Emitter<Int>? = Emitter()
                let subscription = emitter?.map(living.watching { $0 }).observe(living.watching { _ in })
                expect(living.count).to(equal(2))
                emitter = nil
                expect(living.count).to(equal(1))
                subscription?.cancel()
                expect(living.count).to(equal(0))
            }

            it("a merge goes on with the others when one of its sources is released") {
                var (first, second): (Emitter<Int>?, Emitter<Int>?) = (Emitter(), Emitter())
                var log: [Int] = []
                let subscription = merge(first!, second!).map { $0 }.observe { log.append($0) }
                first?.send(1)
                first = nil
                second?.send(2)
                expect(log).to(equal([1, 2]))
                subscription.cancel()
                second?.send(3)
                second = nil
                expect(log).to(equal([1, 2]))
            }

            it("a value that a variable has left is released at once, and no observable keeps one of its own") {
                let living = LivingCount()
                let variable = Variable(living.instance(1))
                let subscription = variable.observe { _ in }
                variable.value = living.instance(2)
                expect(living.count).to(equal(1))
                variable.observe { if $0.number == 3 { variable.value = living.instance(4) } }.cancel()
                variable.value = living.instance(3)
                expect(living.count).to(equal(1))
                subscription.cancel()
            }

            it("a value that was settled is kept for its observers and then released") {
                let living = LivingCount()
                let variable = Variable(living.instance(1))
                let bag = SubscriptionBag()
                var seen: [Int] = []
                variable.observe { if $0.number == 2 { variable.value = living.instance(3) } }.store(in: bag)
                variable.observe { seen.append($0.number) }.store(in: bag)
                variable.value = living.instance(2)
                expect(seen).to(equal([1, 2, 3]))
                expect(living.count).to(equal(1))
            }
        }

        describe("S4 an observer that belongs to an owner") {
            final class Owner { var seen: [Int] = [] }

            it("is called with the owner for as long as that lives, and holds it weakly") {
                let living = LivingCount()
                let (emitter, variable) = (Emitter<Int>(), Variable(0))
                var owner: Owner? = Owner()
                weak let held = owner
                let tracked = [living.instance(), living.instance()]
                emitter.observe(for: owner!) { [tracked = tracked[0]] owner, value in
                    withExtendedLifetime(tracked) { owner.seen.append(value) }
                }
                variable.observe(for: owner!) { [tracked = tracked[1]] owner, value in
                    withExtendedLifetime(tracked) { owner.seen.append(value * 10) }
                }
                emitter.send(1)
                variable.value = 2
                expect(owner?.seen).to(equal([0, 1, 20]))
                owner = nil
                expect(held == nil).to(beTrue())
            }

            it("is pruned at the first value after the owner is gone") {
                let living = LivingCount()
                let (emitter, variable) = (Emitter<Int>(), Variable(0))
                let derived = emitter.map(living.watching { $0 })
                let below = variable.map(living.watching { $0 })
                func observe(_ owner: Owner) {
                    let tracked = living.instance()
                    derived.observe(for: owner) { owner, value in withExtendedLifetime(tracked) { owner.seen = [value] }
                    }
                    below.observe(for: owner) { owner, value in withExtendedLifetime(tracked) { owner.seen = [value] } }
                }
                observe(Owner())
                expect(living.count).to(equal(3))
                emitter.send(1)
                variable.value = 1
                expect(living.count).to(equal(2))
            }

            it("may release its owner in the midst of a delivery") {
                let emitter = Emitter<Int>()
                var owners: [Owner] = [Owner(), Owner(), Owner()]
                var log: [Int] = []
                for (index, owner) in owners.enumerated() {
                    emitter.observe(for: owner) { _, value in
                        log.append(index)
                        owners = []
                    }
                }
                emitter.send(1)
                emitter.send(2)
                expect(log).to(equal([0]))
            }
        }

        describe("S4 a bag of subscriptions") {
            it("keeps them, ends all of them when told to, and can be used again") {
                let emitter = Emitter<Int>()
                let bag = SubscriptionBag()
                var log: [String] = []
                for name in ["a", "b"] { emitter.observe { log.append("\(name)\($0)") }.store(in: bag) }
                emitter.send(1)
                bag.cancelAll()
                emitter.send(2)
                bag.insert(emitter.observe { log.append("c\($0)") })
                emitter.send(3)
                expect(log).to(equal(["a1", "b1", "c3"]))
            }

            it("ends all of them when it is released") {
                let living = LivingCount()
                let emitter = Emitter<Int>()
                var bag: SubscriptionBag? = SubscriptionBag()
                for _ in 0..<3 { emitter.observe(living.watching { _ in }).store(in: bag!) }
                expect(living.count).to(equal(3))
                bag = nil
                expect(living.count).to(equal(0))
                emitter.send(1)
            }
        }
    }
}
