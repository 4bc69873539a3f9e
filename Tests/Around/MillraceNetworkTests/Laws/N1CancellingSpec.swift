import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class N1CancellingSpec: Spec {
    func testSpec() {
        /// Cancels a request after a time. Nothing may happen after that.
        func expectSilence(
            _ desk: Desk,
            _ sent: Sent<String>,
            after seconds: Double,
            arrivals: Int,
            cancelled: Int = 0
        ) {
            desk.scheduler.advance(by: .seconds(seconds))
            expect(sent.result).to(beNil())
            sent.cancel()
            desk.scheduler.advance()
            expect(sent.reason) == .cancelled
            expect(desk.cancelledCount) == cancelled
            let lines = desk.log.count
            desk.scheduler.run()
            expect(desk.arrivals.count) == arrivals
            expect(desk.log.count) == lines
        }

        describe("N1: a request that is cancelled") {
            it("is not sent where it waits for others, and leaves its place to the next") {
                let desk = Desk {
                    $0.concurrencyLimit = 1
                } answer: { desk, request, _ in
                    try await desk.sleep(10)
                    return Response(text: request.url.lastPathComponent)
                }
                let first = desk.send(GetText(path: "/a"))
                let second = desk.send(GetText(path: "/b"))
                let third = desk.send(GetText(path: "/c"))
                desk.scheduler.advance(by: .seconds(1))
                second.cancel()
                desk.scheduler.advance()
                expect(second.reason) == .cancelled
                desk.scheduler.run()
                expect([first.answer, third.answer]) == ["a", "c"]
                expect(desk.times) == [0, 10]
                expect(desk.arrivals.map(\.request.url.lastPathComponent)) == ["a", "c"]
            }

            it("ends the transport's work while the answer is awaited") {
                let desk = Desk { desk, _, _ in
                    try await desk.sleep(10)
                    return Response(text: "late")
                }
                expectSilence(desk, desk.send(GetText()), after: 5, arrivals: 1, cancelled: 1)
            }

            it("is not sent again after a wait") {
                let desk = Desk { _, _, _ in Response(503) }
                expectSilence(desk, desk.send(GetText()), after: 1, arrivals: 2)
            }

            it("is not sent with a new token, which is renewed nevertheless") {
                let scheduler = Locked<TestScheduler?>(nil)
                let login = Authentication(Secret("old")) { _ in
                    try await scheduler.withLock { $0 }?.sleep(for: .seconds(10))
                    return Secret("new")
                }
                let desk = Desk(authentication: login) { _, _, _ in Response(401) }
                scheduler.withLock { $0 = desk.scheduler }
                expectSilence(desk, desk.send(GetText()), after: 5, arrivals: 1)
                expect(login.token) == Secret("new")
                expect(desk.scheduler.now) == .seconds(10)
            }

            it("does not wait for its first token") {
                let scheduler = Locked<TestScheduler?>(nil)
                let login = Authentication { _ in
                    try await scheduler.withLock { $0 }?.sleep(for: .seconds(10))
                    return Secret("new")
                }
                let desk = Desk(authentication: login) { _, _, _ in Response() }
                scheduler.withLock { $0 = desk.scheduler }
                expectSilence(desk, desk.send(GetText()), after: 5, arrivals: 0)
            }

            it("has no answer where it is cancelled while that is decoded") {
                struct Self_: Request {
                    typealias Answer = Int
                    let cancel: @Sendable () -> Void
                    var path: String { "/" }
                    func decode(_ response: Response) throws -> Int {
                        cancel()
                        return 1
                    }
                }
                let desk = Desk { _, _, _ in Response() }
                let sent = Locked<Sent<Int>?>(nil)
                let request = Self_ { sent.withLock { $0 }?.cancel() }
                let work = desk.send(request)
                sent.withLock { $0 = work }
                desk.scheduler.run()
                expect(work.reason) == .cancelled
            }

            it("is not sent where it was cancelled before it began") {
                let desk = Desk { _, _, _ in Response() }
                let sent = desk.send(GetText())
                sent.cancel()
                desk.scheduler.run()
                expect(desk.arrivals.count) == 0
            }

            it("ends at once, and hears nothing more, whatever its transport goes on to do") {
                let scheduler = TestScheduler()
                let meter = TransferMeter()
                let client = Client(
                    URL(fileURLWithPath: "/").asHTTP,
                    over: DeafTransport(scheduler: scheduler),
                    clock: scheduler
                )
                let reason = Locked<RequestError.Reason?>(nil)
                let work = scheduler.start {
                    do throws(RequestError) {
                        _ = try await client.send(GetText(), meter: meter)
                    } catch {
                        reason.withLock { $0 = error.reason }
                    }
                }
                scheduler.advance(by: .seconds(3))
                expect(meter.progress.received) == 3
                work.cancel()
                scheduler.advance()
                expect(reason.withLock { $0 }) == .cancelled
                scheduler.run()
                expect(scheduler.now) == .seconds(10)
                expect(meter.progress.received) == 3
            }
        }

        describe("N1: a request") {
            it("is a value, which may be sent twice") {
                let desk = Desk { _, _, number in Response(text: "\(number)") }
                let request = GetText()
                expect(desk.outcome(of: request)) == .success("1")
                expect(desk.outcome(of: request)) == .success("2")
            }
        }
    }
}

/// Hands over a byte a second for ten seconds, and does not care who has been cancelled or wants no more.
struct DeafTransport: Transport {
    let scheduler: TestScheduler

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        _ = receiver.receive(head: Response())
        for _ in 0..<10 {
            await withCheckedContinuation { continuation in
                _ = scheduler.schedule(after: .seconds(1)) { continuation.resume() }
            }
            _ = receiver.receive(Data("x".utf8))
        }
    }
}
