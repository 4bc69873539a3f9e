import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class FaultyTransportSpec: Spec {
    func testSpec() {
        describe("faults") {
            /// The codes of what fails, and when each answer came.
            func outcomes(
                _ faults: FaultyTransport.Faults,
                delay: ClosedRange<Duration> = .zero ... .zero,
                seed: UInt64 = 1,
                count: Int = 12
            ) -> [String] {
                let scheduler = TestScheduler()
                let transport = FaultyTransport(
                    over: FunctionTransport { _ in Response(text: "done") },
                    delay: delay,
                    faults: faults,
                    seed: seed,
                    clock: scheduler
                )
                var settings = ClientSettings()
                settings.retry = .never
                let client = Client(
                    URL(fileURLWithPath: "/").asHTTP,
                    over: transport,
                    settings: settings,
                    clock: scheduler
                )
                let lines = Locked<[String]>([])
                scheduler.start {
                    for _ in 0..<count {
                        let start = scheduler.now
                        let outcome = await client.outcome(of: GetText())
                        let text = outcome.success ?? outcome.failure?.reason.kind ?? ""
                        lines.withLock { $0.append(delay.upperBound > .zero ? "\(scheduler.now - start)" : text) }
                    }
                }
                scheduler.run()
                return lines.withLock { $0 }
            }

            it("come with every so many requests, one kind after the other") {
                expect(outcomes(.every(3))) == [
                    "done", "done", "status", "done", "done", "brokenAnswer", "done", "done", "noConnection", "done",
                    "done", "status",
                ]
                expect(outcomes(.every(2, [.status(503)]), count: 2)) == ["done", "status"]
                expect(Set(outcomes(.every(0)) + outcomes(.none) + outcomes(.random(0)))) == ["done"]
            }

            it("come by chance, which the seed repeats") {
                let seed = Seed.current.value
                let some = outcomes(.random(0.3), seed: seed, count: 300)
                expect(outcomes(.random(0.3), seed: seed, count: 300)) == some
                let part = Double(some.count { $0 != "done" }) / 300
                expect((0.15...0.45).contains(part)).to(beTrue(), description: "\(part), seed \(seed)")
                expect(Set(some)) == ["done", "status", "brokenAnswer", "noConnection"]
                expect(outcomes(.random(1), seed: seed)).notTo(contain("done"))
            }

            it("come with delays, which the seed repeats too") {
                let range = Duration.milliseconds(100)...Duration.milliseconds(300)
                let some = outcomes(.none, delay: range, seed: 5)
                expect(outcomes(.none, delay: range, seed: 5)) == some
                expect(outcomes(.none, delay: range, seed: 6)) != some
                expect(Set(some).count) == 12
                expect(Set(outcomes(.none, delay: .seconds(1) ... .seconds(1)))) == ["1.0 seconds"]
            }
        }
    }
}
