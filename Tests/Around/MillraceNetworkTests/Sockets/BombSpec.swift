import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

/// Answers of 1 MB that unpack to 1 GiB.
final class BombSpec: Spec {
    func testSpec() {
        let bomb = Gzip("{}", runs: 4_161_790, hasChecksum: false).reply()
        let limits = RequestLimits(attempt: .seconds(2), answerSize: 1_000_000)

        describe("N5: eight answers of 1 MB that unpack to 1 GiB") {
            it("end by their limits, while other tasks go on") {
                let server = try LoopbackServer { _ in bomb }
                defer { server.stop() }
                /// Where `URLSession` is called: on a thread of tasks, or elsewhere.
                let isCalledByTasks = Locked<[Bool]>([])
                let transport = URLSessionTransport { _ in
                    let isCalledByTask = withUnsafeCurrentTask { $0 != nil }
                    isCalledByTasks.withLock { $0.append(isCalledByTask) }
                }
                let client = server.client(over: transport) { $0.concurrencyLimit = 20 }
                let ended = Locked(0)
                let ticks = Task.detached {
                    var count = 0
                    while ended.withLock({ $0 }) < 8 {
                        try await Task.sleep(for: .milliseconds(1))
                        count += 1
                    }
                    return count
                }
                let bombs = (0..<8).map { _ in
                    Task.detached {
                        let outcome = await client.outcome(of: GetText(limits: limits))
                        ended.withLock { $0 += 1 }
                        return outcome.failure?.reason.kind
                    }
                }
                for bomb in bombs {
                    let kind = await bomb.value
                    expect(["tooLarge", "timedOut"]).to(contain(kind))
                }
                // Each task that was called back after a tick had a thread.
                await expect { try await ticks.value } > 10
                expect(Set(isCalledByTasks.withLock { $0 })) == [false]
            }
        }
    }
}
