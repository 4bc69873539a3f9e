import Foundation
import MillraceBase
import MillraceSignals
import MillraceSpecs

@testable import MillraceNetwork

final class PrioritySpec: Spec {
    func testSpec() {
        func desk(limit: Int) -> Desk {
            Desk {
                $0.concurrencyLimit = limit
            } answer: { desk, request, _ in
                try await desk.sleep(1)
                return Response(text: request.url.lastPathComponent)
            }
        }

        describe("a client") {
            it("has no more requests on their way than its limit") {
                let desk = desk(limit: 3)
                let sent = (0..<8).map { desk.send(GetText(path: "/\($0)")) }
                desk.scheduler.run()
                expect(desk.times) == [0, 0, 0, 1, 1, 1, 2, 2]
                expect(sent.map(\.answer)) == (0..<8).map { "\($0)" }
            }

            it("sends what has a higher priority first, and otherwise what came first") {
                let desk = desk(limit: 1)
                let priorities: [RequestPriority] = [.normal, .low, .normal, .high, .low, .high, .normal]
                for (number, priority) in priorities.enumerated() {
                    _ = desk.send(GetText(path: "/\(number)", priority: priority))
                }
                desk.scheduler.run()
                expect(desk.arrivals.map(\.request.url.lastPathComponent)) == ["0", "3", "5", "2", "6", "1", "4"]
            }

            it("has room for others while one waits to be sent again") {
                let desk = Desk {
                    $0.concurrencyLimit = 1
                } answer: { _, request, number in
                    number == 1 ? Response(503) : Response(text: request.url.lastPathComponent)
                }
                let (first, second) = (desk.send(GetText(path: "/a")), desk.send(GetText(path: "/b")))
                desk.scheduler.run()
                expect(desk.arrivals.map(\.request.url.lastPathComponent)) == ["a", "b", "a"]
                expect([first.answer, second.answer]) == ["a", "b"]
            }
        }

        describe("the gate") {
            it("lets one who is cancelled go at once") {
                let scheduler = TestScheduler()
                let gate = RequestGate(limit: 1)
                let isIn = Locked<Bool?>(nil)
                scheduler.start { _ = await gate.enter(.normal) }
                let waiting = scheduler.start {
                    let hasEntered = await gate.enter(.normal)
                    isIn.withLock { $0 = hasEntered }
                }
                scheduler.advance()
                waiting.cancel()
                scheduler.advance()
                expect(isIn.withLock { $0 }) == false
            }

            it("lets as many in as leave, whoever is cancelled") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<50 {
                    let scheduler = TestScheduler()
                    let gate = RequestGate(limit: 3)
                    let running = Locked((now: 0, most: 0))
                    let works = (0..<30).map { _ in
                        let (priority, time) = (
                            RequestPriority.allCases.randomElement(using: &random) ?? .normal,
                            Int.random(in: 0..<5, using: &random)
                        )
                        return scheduler.start {
                            guard await gate.enter(priority) else { return }
                            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                            try? await scheduler.sleep(for: .seconds(time))
                            running.withLock { $0.now -= 1 }
                            gate.leave()
                        }
                    }
                    for work in works where Bool.random(using: &random) {
                        scheduler.advance(by: .milliseconds(Int.random(in: 0..<300, using: &random)))
                        work.cancel()
                    }
                    scheduler.run()
                    expect(gate.isEmpty).to(beTrue(), description: "seed \(Seed.current)")
                    expect(running.withLock { $0.most }) == 3
                }
            }
        }
    }
}
