import MillraceSpecs
import WeatherRecording
import LoopbackHTTP
@testable import WeatherSearch

/// A cancelled question closes its connection, which the server notices.
final class CancellationSpec: Spec {
    func testSpec() {
        var server: LoopbackServer!

        afterEach { server?.stop() }

        describe("cancelling a question") {
            it("ends it, and closes the connection") {
                server = try LoopbackServer { _ in Reply(.hold) }
                let service = server.service()
                let (arrivals, events) = (server.events(), server.events())
                let question = Task { await service.outcome() }
                _ = try await arrivals.wait(for: \.isReceived)
                question.cancel()
                await expect { await question.value }.to(equal(.failure(.cancelled)))
                _ = try await events.wait(for: \.isAbandoned)
            }

            it("ends it within the answer too") {
                let reply = Reply(.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{".utf8)), .hold)
                server = try LoopbackServer { _ in reply }
                let service = server.service()
                let (arrivals, events) = (server.events(), server.events())
                let question = Task { await service.outcome() }
                _ = try await arrivals.wait(for: \.isReceived)
                question.cancel()
                await expect { await question.value }.to(equal(.failure(.cancelled)))
                _ = try await events.wait(for: \.isAbandoned)
            }

            it("asks nobody where it was cancelled before it began") {
                server = try LoopbackServer { _ in .answer(200, answer()) }
                let service = server.service()
                let events = server.events()
                let question = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await service.outcome()
                }
                await expect { await question.value }.to(equal(.failure(.cancelled)))
                await expect { await service.outcome("next") }.to(equal(.success(wholeParisWeather)))
                guard case .received(let request) = try await events.wait(for: \.isReceived) else { return }
                expect(request.query["q"]).to(equal("next"))
            }

            it("is safe at any moment") {
                server = try LoopbackServer(RecordedWeather())
                let service = server.service()
                var generator = SeededGenerator(seed: Seed.current.value)
                for _ in 0..<100 {
                    let question = Task { await service.outcome() }
                    for _ in 0..<Int.random(in: 0..<60, using: &generator) { await Task.yield() }
                    question.cancel()
                    let outcome = await question.value
                    if case .failure(let error) = outcome { expect(error).to(equal(.cancelled)) }
                }
                await expect { try await service.outcome().get().city }.to(equal("Paris"))
            }
        }

        describe("the time limit") {
            it("ends a question that is not answered") {
                let limit = Duration.milliseconds(50)
                let outcome = try await LoopbackServer.outcome(of: Reply(.hold), timeLimit: limit)
                expect(outcome).to(equal(.failure(.timedOut(after: limit))))
                expect(WeatherError.timedOut(after: limit).message).to(contain("within 50 milliseconds"))
            }

            it("holds for the whole answer, not for each piece of it") {
                var reply = Reply.raw("HTTP/1.1 200 OK\r\n\r\n")
                reply.steps += (0..<100_000).flatMap { _ in [.wait(.milliseconds(1)), .send([32])] }
                let limit = Duration.milliseconds(50)
                let outcome = try await LoopbackServer.outcome(of: reply, timeLimit: limit)
                expect(outcome).to(equal(.failure(.timedOut(after: limit))))
            }
        }
    }
}
