import Foundation
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

final class TransferMeterSpec: Spec {
    func testSpec() {
        describe("a meter") {
            it(
                "is an observable: it has the present progress, and then one change a turn, however many pieces there are"
            ) {
                let scheduler = TestScheduler()
                let client = Client(
                    URL(fileURLWithPath: "/").asHTTP,
                    over: DrippingTransport(scheduler: scheduler),
                    clock: scheduler
                )
                let meter = TransferMeter()
                var seen: [Int] = []
                let subscription = meter.progress(on: scheduler).select(\.received).observe { seen.append($0) }
                expect(seen) == [0]
                scheduler.start { _ = try? await client.send(GetText(), meter: meter) }
                scheduler.run()
                // Three pieces at each second.
                expect(seen) == [0, 30, 60, 90]
                expect(meter.progress.downloaded) == 1
                subscription.cancel()
            }

            it("starts again with each attempt") {
                let desk = Desk { _, _, number in Response(number == 1 ? 503 : 200, text: "12345") }
                let meter = TransferMeter()
                let sent = desk.send(
                    GetText(method: .put, content: RequestBody(Data("abc".utf8), contentType: nil)),
                    meter: meter
                )
                desk.scheduler.run()
                expect(sent.answer) == "12345"
                expect(meter.progress.received) == 5
                expect(meter.progress.sent) == 3
            }

            it("is not kept alive by who follows it") {
                weak var meter: TransferMeter?
                let progress = {
                    let made = TransferMeter()
                    meter = made
                    return made.progress(on: TestScheduler())
                }()
                expect(progress.value) == TransferProgress()
                expect(meter).to(beNil())
            }
        }

        describe("progress") {
            it("is told as parts, where the sizes are known") {
                var progress = TransferProgress()
                expect(progress.uploaded) == 1
                expect(progress.downloaded).to(beNil())
                (progress.sent, progress.sentTotal, progress.received, progress.receivedTotal) = (1, 4, 6, 5)
                expect(progress.uploaded) == 0.25
                expect(progress.downloaded) == 1
                progress.receivedTotal = 0
                expect(progress.downloaded) == 1
            }
        }
    }
}

/// Hands over thirty bytes a second, in three pieces.
private struct DrippingTransport: Transport {
    let scheduler: TestScheduler

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        _ = receiver.receive(head: Response(headers: [HTTPHeader("Content-Length", "90")]))
        for _ in 0..<3 {
            try? await scheduler.sleep(for: .seconds(1))
            for _ in 0..<3 { _ = receiver.receive(Data(count: 10)) }
        }
    }
}
