import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class TimeLimitSpec: Spec {
    func testSpec() {
        func desk(_ limits: RequestLimits, times: Int = 0, taking seconds: Double) -> Desk {
            Desk {
                $0.limits = limits
                $0.retry.times = times
            } answer: { desk, _, _ in
                try await desk.sleep(seconds)
                return Response(text: "done")
            }
        }

        describe("a time limit") {
            it("ends an attempt, and closes its connection") {
                let desk = desk(RequestLimits(attempt: .seconds(5), silence: nil), taking: 6)
                expect(desk.outcome(of: GetText())?.failure?.reason) == .timedOut(.attempt, after: .seconds(5))
                expect(desk.scheduler.now) == .seconds(5)
                expect(desk.cancelledCount) == 1
            }

            it("does not end one that is in time") {
                let desk = desk(RequestLimits(attempt: .seconds(5), silence: .seconds(5)), taking: 4.5)
                expect(desk.outcome(of: GetText())) == .success("done")
                expect(desk.scheduler.now) == .milliseconds(4500)
            }

            it("holds for each attempt, and the request is sent again") {
                let desk = desk(RequestLimits(attempt: .seconds(5), silence: nil), times: 1, taking: 6)
                let error = desk.outcome(of: GetText())?.failure
                expect(error?.attempts) == 2
                expect(desk.times) == [0, 5.5]
                expect(error?.message) == "The server did not answer within 5 seconds."
            }

            it("holds for everything") {
                let desk = desk(
                    RequestLimits(attempt: .seconds(5), silence: nil, total: .seconds(7)),
                    times: 9,
                    taking: 6
                )
                let error = desk.outcome(of: GetText())?.failure
                expect(error?.reason) == .timedOut(.total, after: .seconds(7))
                expect(error?.attempts) == 2
                expect(desk.scheduler.now) == .seconds(7)
            }

            it("holds for waiting until others are done, but only the one for everything") {
                let desk = Desk {
                    $0.limits = RequestLimits(attempt: .seconds(10), silence: .seconds(10), total: .seconds(15))
                    $0.concurrencyLimit = 1
                    $0.retry = .never
                } answer: { desk, _, _ in
                    try await desk.sleep(8)
                    return Response(text: "done")
                }
                let own = GetText(limits: RequestLimits(total: .seconds(14)))
                let sent = [desk.send(GetText()), desk.send(GetText()), desk.send(own)]
                desk.scheduler.run()
                let reasons = [15, 14].map { RequestError.Reason.timedOut(.total, after: .seconds($0)) }
                expect(sent.map(\.reason)) == [nil] + reasons
                expect(sent[2].error?.attempts) == 0
                expect(desk.cancelledCount) == 1
            }

            it("for silence holds from the last byte on, however long the answer takes") {
                func outcome(_ silence: Duration, _ attempt: Duration? = nil) -> (RequestError.Reason?, Duration) {
                    let scheduler = TestScheduler()
                    var settings = ClientSettings()
                    settings.limits = RequestLimits(attempt: attempt, silence: silence, total: nil)
                    settings.retry = .never
                    let client = Client(
                        URL(fileURLWithPath: "/").asHTTP,
                        over: DeafTransport(scheduler: scheduler),
                        settings: settings,
                        clock: scheduler
                    )
                    let ended = Locked<(RequestError.Reason?, Duration)>((nil, .zero))
                    scheduler.start {
                        let reason: RequestError.Reason?
                        do throws(RequestError) {
                            _ = try await client.send(GetText())
                            reason = nil
                        } catch {
                            reason = error.reason
                        }
                        ended.withLock { $0 = (reason, scheduler.now) }
                    }
                    scheduler.run()
                    return ended.withLock { $0 }
                }
                expect(outcome(.milliseconds(1001)) == (nil, .seconds(10))) == true
                expect(outcome(.milliseconds(999)).0) == .timedOut(.silence, after: .milliseconds(999))
                expect(outcome(.milliseconds(999)).1) == .milliseconds(999)
                // A server that drips is ended by the other limit, though the transport does not care.
                expect(outcome(.seconds(2), .milliseconds(5500)).0) == .timedOut(.attempt, after: .milliseconds(5500))
                expect(outcome(.seconds(2), .milliseconds(5500)).1) == .milliseconds(5500)
            }

            it("may be the request's own") {
                let desk = desk(RequestLimits(attempt: .seconds(1)), taking: 5)
                let own = GetText(limits: RequestLimits(attempt: .seconds(6), silence: nil))
                expect(desk.outcome(of: own)) == .success("done")
            }

            it("may be none") {
                let desk = desk(RequestLimits(attempt: nil, silence: nil, total: nil), taking: 1_000_000)
                expect(desk.outcome(of: GetText())) == .success("done")
            }
        }
    }
}
