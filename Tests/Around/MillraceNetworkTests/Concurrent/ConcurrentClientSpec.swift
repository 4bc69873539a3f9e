import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceSignals
import MillraceSpecs

@testable import MillraceNetwork

/// Many tasks use one client, on real threads. What each sees must be possible; the thread sanitizer looks at the rest.
final class ConcurrentClientSpec: Spec {
    func testSpec() {
        describe("a client that a hundred tasks use, with a token that has expired") {
            it("renews it once, and answers each with its own answer") {
                for _ in 0..<10 {
                    let (renewals, refused) = (Locked(0), Locked(0))
                    let login = Authentication(Secret("old")) { expired in
                        renewals.withLock { $0 += 1 }
                        for _ in 0..<100 { await Task.yield() }
                        return Secret("new")
                    }
                    let transport = FunctionTransport { request in
                        for _ in 0..<Int.random(in: 0..<20) { await Task.yield() }
                        if request.headers["Authorization"] == "Bearer new" {
                            return Response(text: request.url.lastPathComponent)
                        }
                        refused.withLock { $0 += 1 }
                        return Response(401)
                    }
                    var settings = ClientSettings()
                    settings.concurrencyLimit = 50
                    let client = Client(
                        URL(fileURLWithPath: "/").asHTTP,
                        over: transport,
                        settings: settings,
                        authentication: login
                    )
                    let right = await withTaskGroup(of: Bool.self) { group in
                        for number in 0..<100 {
                            group.addTask {
                                await client.outcome(of: GetText(path: "/\(number)")).success == "\(number)"
                            }
                        }
                        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                    }
                    expect(right) == 100
                    expect(renewals.withLock { $0 }) == 1
                    expect(refused.withLock { $0 }) >= 1
                }
            }
        }

        describe("requests that are cancelled at any moment, on any thread") {
            it("end, give their places back, and answer what is right or that they were cancelled") {
                let transport = FunctionTransport { request in
                    for _ in 0..<10 {
                        await Task.yield()
                        try Task.checkCancellation()
                    }
                    return Response(Bool.random() ? 200 : 503, text: request.url.lastPathComponent)
                }
                var settings = ClientSettings()
                settings.concurrencyLimit = 3
                settings.retry = RetryPolicy(times: 20, backoff: .constant(.microseconds(10)))
                let client = Client(URL(fileURLWithPath: "/").asHTTP, over: transport, settings: settings)
                var random = SeededGenerator(Seed.current)
                var counts = (answered: 0, cancelled: 0)
                for round in 0..<40 {
                    let meter = TransferMeter()
                    let tasks = (0..<10).map { number in
                        Task.detached {
                            await client.outcome(of: GetText(path: "/\(number)"), meter: number == 0 ? meter : nil)
                        }
                    }
                    for task in tasks where round % 2 == 0 || Bool.random(using: &random) {
                        for _ in 0..<Int.random(in: 0..<40, using: &random) { await Task.yield() }
                        task.cancel()
                    }
                    for (number, task) in tasks.enumerated() {
                        switch await task.value {
                        case .success(let text):
                            expect(text) == "\(number)"
                            counts.answered += 1
                        case .failure(let error):
                            expect(error.reason) == .cancelled
                            counts.cancelled += 1
                        }
                    }
                }
                expect(min(counts.answered, counts.cancelled)) > 0
                // What was cancelled has left its place, or is about to.
                for _ in 0..<1000 where !client.gate.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
                expect(client.gate.isEmpty) == true
            }

            it("do so too against a server") {
                let server = try LoopbackServer { .answer(200, $0.path) }
                defer { server.stop() }
                let client = server.client()
                var random = SeededGenerator(Seed.current)
                for _ in 0..<60 {
                    let task = Task.detached { await client.outcome(of: GetText(path: "/x")) }
                    for _ in 0..<Int.random(in: 0..<60, using: &random) { await Task.yield() }
                    task.cancel()
                    switch await task.value {
                    case .success(let text): expect(text) == "/x"
                    case .failure(let error): expect(error.reason) == .cancelled
                    }
                }
                await expect { await client.outcome(of: GetText(path: "/y")) } == .success("/y")
            }
        }
    }
}
