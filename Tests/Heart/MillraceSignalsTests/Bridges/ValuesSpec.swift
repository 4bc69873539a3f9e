import MillraceSignals
import MillraceSpecs

final class ValuesSpec: Spec {
    private actor Watched {
        private final class Flag { var isSet = false }

        private let emitter = Emitter<Int>()
        private let connected = Flag()

        func isConnectedAfterFirst() async -> Bool {
            let connected = connected
            let watched = emitter.handleEvents(
                onStart: { connected.isSet = true },
                onCancel: { connected.isSet = false }
            )
            let sending = Task { await self.send() }
            _ = await watched.first()
            await sending.value
            return connected.isSet
        }

        private func send() async {
            while !connected.isSet { await Task.yield() }
            emitter.send(1)
        }
    }

    @MainActor
    func testSpec() async {
        describe("the values of a signal") {
            it("are those from the moment they are asked for, in order, none left out") {
                let emitter = Emitter<Int>()
                emitter.send(0)
                let values = emitter.values
                for number in 1...3 { emitter.send(number) }
                emitter.finish()
                var seen: [Int] = []
                for await value in values { seen.append(value) }
                expect(seen).to(equal([1, 2, 3]))
            }

            it("are those that come while the task waits, too") {
                let emitter = Emitter<Int>()
                let values = emitter.map { $0 * 10 }.values
                let task = Task {
                    var seen: [Int] = []
                    for await value in values { seen.append(value) }
                    return seen
                }
                for number in 1...3 {
                    emitter.send(number)
                    await Task.yield()
                }
                emitter.finish()
                await expect { await task.value }.to(equal([10, 20, 30]))
            }

            it("end when nothing can come any more") {
                var emitter: Emitter<Int>? = Emitter()
                let values = emitter?.map { $0 }.values
                emitter?.send(1)
                emitter = nil
                var iterator = values?.makeAsyncIterator()
                await expect { await iterator?.next(isolation: #isolation) }.to(equal(1))
                await expect { await iterator?.next(isolation: #isolation) }.to(beNil())
            }

            it("end when the task is cancelled, after what still waits") {
                let emitter = Emitter<Int>()
                let values = emitter.values
                emitter.send(1)
                emitter.send(2)
                let task = Task {
                    var seen: [Int] = []
                    for await value in values {
                        seen.append(value)
                        withUnsafeCurrentTask { $0?.cancel() }
                    }
                    return seen
                }
                await expect { await task.value }.to(equal([1, 2]))
            }

            it("let go of the signal when the task is cancelled") {
                let emitter = Emitter<Int>()
                var isConnected = false
                let watched = emitter.handleEvents(
                    onStart: { isConnected = true },
                    onCancel: { isConnected = false }
                )
                let values = watched.values
                expect(isConnected).to(beTrue())
                let task = Task { for await _ in values {} }
                await Task.yield()
                task.cancel()
                await task.value
                emitter.send(1)
                expect(isConnected).to(beFalse())
            }

            it("let go of the signal at its next use when nobody reads them") {
                let emitter = Emitter<Int>()
                var isConnected = false
                let watched = emitter.handleEvents(
                    onStart: { isConnected = true },
                    onCancel: { isConnected = false }
                )
                do { _ = watched.values }
                // Who leaves may be on the thread on which the signal was made, and yet not in its domain.
                expect(isConnected).to(beTrue())
                emitter.send(1)
                expect(isConnected).to(beFalse())
            }

            it("are shared by the loops over one sequence, and over for all when the task of one is cancelled") {
                let emitter = Emitter<Int>()
                let (shared, own) = (emitter.values, emitter.values)
                let cancelled = Task { for await _ in shared {} }
                let other = Task { for await _ in shared {} }
                await Task.yield()
                cancelled.cancel()
                await cancelled.value
                await other.value
                emitter.send(1)
                var iterator = own.makeAsyncIterator()
                await expect { await iterator.next(isolation: #isolation) }.to(equal(1))
            }

            it("are read in another domain than they come from") {
                let emitter = Emitter<Int>()
                let values = emitter.values
                let task = Task.detached { () -> Int in
                    var sum = 0
                    for await value in values { sum += value }
                    return sum
                }
                for number in 1...100 { emitter.send(number) }
                emitter.finish()
                await expect { await task.value }.to(equal(5050))
            }
        }

        describe("the values of an observable") {
            it("are the present one, and then the last whenever there is a new one") {
                let number = Variable(1)
                var iterator = number.values.makeAsyncIterator()
                await expect { await iterator.next(isolation: #isolation) }.to(equal(1))
                number.value = 2
                number.value = 3
                await expect { await iterator.next(isolation: #isolation) }.to(equal(3))
            }

            it("are those of settled turns") {
                let (a, b) = (Variable(1), Variable(10))
                let sum = combine(a, b).map { $0 + $1 }
                var iterator = sum.values.makeAsyncIterator()
                await expect { await iterator.next(isolation: #isolation) }.to(equal(11))
                batch {
                    a.value = 2
                    b.value = 20
                }
                await expect { await iterator.next(isolation: #isolation) }.to(equal(22))
            }

            it("end when nothing can change any more") {
                var number: Variable<Int>? = Variable(1)
                let values = number?.map { $0 }.values
                number = nil
                var iterator = values?.makeAsyncIterator()
                await expect { await iterator?.next(isolation: #isolation) }.to(equal(1))
                await expect { await iterator?.next(isolation: #isolation) }.to(beNil())
            }
        }

        describe("the first value of a signal") {
            it("is the next one") {
                let emitter = Emitter<Int>()
                let task = Task { await emitter.first() }
                await Task.yield()
                emitter.send(1)
                emitter.send(2)
                await expect { await task.value }.to(equal(1))
            }

            it("is nil where the signal finishes") {
                let emitter = Emitter<Int>()
                emitter.finish()
                await expect { await emitter.first() }.to(beNil())
            }

            it("lets go of the signal at once, on an actor too") {
                await expect { await Watched().isConnectedAfterFirst() }.to(beFalse())
            }

            it("is nil at once where the task is cancelled") {
                let emitter = Emitter<Int>()
                let task = Task { await emitter.first() }
                await Task.yield()
                task.cancel()
                await expect { await task.value }.to(beNil())
            }
        }

        describe("waiting for an observable") {
            it("is over at once where the present value will do") {
                let number = Variable(3)
                await expect { try await number.wait { $0 > 2 } }.to(equal(3))
            }

            it("is over with the first value that will do, and looks at every one") {
                let number = Variable(0)
                let task = Task { try await number.wait { $0.isMultiple(of: 7) && $0 > 0 } }
                await Task.yield()
                for value in 1...20 { number.value = value }
                await expect { try await task.value }.to(equal(7))
            }

            it("gives up when the time is over, and looks at the present value in any case") {
                let (number, scheduler) = (Variable(0), TestScheduler())
                let short = Task { try await number.wait(atMost: .seconds(1), on: scheduler) { $0 > 0 } }
                let long = Task { try await number.wait(atMost: .seconds(3), on: scheduler) { $0 > 0 } }
                await Task.yield()
                scheduler.advance(by: .seconds(2))
                await expect { try await short.value }.to(beNil())
                number.value = 7
                await expect { try await long.value }.to(equal(7))
                await expect { try await number.wait(atMost: .zero, on: scheduler) { $0 > 0 } }.to(equal(7))
            }

            it("throws at once when the task is cancelled") {
                let number = Variable(0)
                let task = Task { try await number.wait { $0 > 0 } }
                await Task.yield()
                task.cancel()
                await expect { try await task.value }.to(throwError())
            }
        }
    }
}
