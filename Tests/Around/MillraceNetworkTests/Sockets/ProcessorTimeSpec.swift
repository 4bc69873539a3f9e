import Foundation
import LoopbackHTTP
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

/// The processor time of requests that wait for a server. (On Linux `URLSession` alone uses 70 to 96 % of a core.)
///
/// A wait is 0.6 s long, and the whole process may use a third of it. What it uses is about a tenth, most of it in the
/// first 50 ms. Other processes do not count, so a busy machine only makes it less.
final class ProcessorTimeSpec: Spec {
    func testSpec() {
        /// Expects that little time is used while the server holds its replies.
        func expectIdle(
            _ reply: Reply,
            count: Int = 1,
            _ request: @escaping @Sendable (Client) async throws -> Bool
        ) async throws {
            let server = try LoopbackServer { _ in reply }
            defer { server.stop() }
            let (client, events) = (server.client { $0.concurrencyLimit = count }, server.events())
            let requests = (0..<count).map { _ in Task { try await request(client) } }
            for try await _ in events.filter(\.isReceived).prefix(count) {}
            let before = processorTime()
            try await Task.sleep(for: .milliseconds(600))
            expect(processorTime() - before) < .milliseconds(200)
            server.releaseHeld()
            for request in requests { await expect { try await request.value } == true }
        }

        let late = Reply.answer(200, "late").after(.hold)

        describe("hardly any processor time is used while") {
            it("a long poll waits") {
                try await expectIdle(late) { await $0.outcome(of: GetText()) == .success("late") }
            }

            it("eight requests wait side by side") {
                try await expectIdle(late, count: 8) { await $0.outcome(of: GetText()) == .success("late") }
            }

            it("a request with a long body waits") {
                let body = RequestBody(Data(count: 1_000_000), contentType: "image/png")
                try await expectIdle(late) {
                    await $0.outcome(of: GetText(method: .post, content: body)) == .success("late")
                }
            }

            it("a streamed answer waits for its next piece") {
                var reply = Reply.chunked(["one", "two"])
                reply.steps.insert(.hold, at: 2)
                try await expectIdle(reply) { client in
                    var answer = Data()
                    for try await piece in try await client.stream(GetText()) { answer += piece }
                    return answer == Data("onetwo".utf8)
                }
            }

            it("server-sent events wait for the next one") {
                let kind = ["Content-Type": "text/event-stream"]
                var reply = Reply.chunked(["data: 1\n\n", "data: 2\n\n"], headers: kind)
                reply.steps.insert(.hold, at: 2)
                try await expectIdle(reply) { client in
                    var events: [String] = []
                    for try await event in client.events(GetText()) {
                        events.append(event.data)
                        if events.count == 2 { break }
                    }
                    return events == ["1", "2"]
                }
            }
        }
    }
}

/// The processor time that this process has used.
private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
