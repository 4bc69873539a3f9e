import MillraceSignals
import MillraceSpecs

final class O4BatchSpec: Spec {
    func testSpec() {
        describe("O4 a batch") {
            var (first, second) = (Variable(1), Variable(10))
            var log: [Int] = []
            var computed = 0
            var bag = SubscriptionBag()
            beforeEach {
                (first, second) = (Variable(1), Variable(10))
                bag = SubscriptionBag()
                combine(first, second).map { first, second in
                    computed += 1
                    return first + second
                }.observe { log.append($0) }.store(in: bag)
                log = []
                computed = 0
            }

            it("makes one turn of several sets") {
                batch {
                    first.value = 2
                    second.value = 20
                    first.value = 3
                }
                expect(log).to(equal([23]))
                expect(computed).to(equal(1))
            }

            it("runs its turn before it returns, and returns what its closure does") {
                let sum = batch {
                    first.value = 2
                    return first.value + second.value
                }
                expect(sum).to(equal(12))
                expect(log).to(equal([12]))
            }

            it("is one turn though something of another home is observed in it, before anything is set") {
                let elsewhere = Variable(0, in: Home("a lock"))
                batch {
                    elsewhere.observe { _ in }.cancel()
                    first.value = 2
                    second.value = 20
                }
                expect(log).to(equal([22]))
                expect(computed).to(equal(1))
            }

            it("is part of the one around it") {
                batch {
                    batch { first.value = 2 }
                    expect(log).to(beEmpty())
                    batch { second.value = 20 }
                }
                expect(log).to(equal([22]))
            }

            it("is part of the next turn in an observer") {
                first.observe { value in
                    guard value == 2 else { return }
                    batch { second.value = 20 }
                    batch { first.value = 3 }
                    expect(log).to(beEmpty())
                }.store(in: bag)
                first.value = 2
                expect(log).to(equal([12, 23]))
            }

            it("notifies what it has set when it throws") {
                struct Refused: Error {}
                expect {
                    try batch {
                        first.value = 2
                        throw Refused()
                    }
                }.to(throwError(Refused.self))
                expect(log).to(equal([12]))
                second.value = 20
                expect(log).to(equal([12, 22]))
            }

            it("takes in what held signals make of what is sent in it") {
                let emitter = Emitter<Int>()
                let held = emitter.hold(0)
                let seen = Recording(of: combine(held, first).map { $0 * 100 + $1 })
                batch {
                    emitter.send(1)
                    first.value = 2
                    emitter.send(2)
                }
                expect(seen.values).to(equal([1, 202]))
            }

            it("that sets nothing does nothing") {
                batch {}
                expect(log).to(beEmpty())
            }

            it("may release the variables that it has set: those who observe still hear of it") {
                var seen: [Int] = []
                var short: Variable<Int>? = Variable(0)
                short?.map { $0 * 10 }.observe { seen.append($0) }.store(in: bag)
                batch {
                    short?.value = 1
                    short = nil
                }
                expect(seen).to(equal([0, 10]))
            }
        }
    }
}
