import Foundation
import MillraceBase
import MillraceSignals
import MillraceSpecs

@testable import MillraceNetwork

final class N5SizeSpec: Spec {
    func testSpec() {
        /// Sends answers in pieces of ten bytes, for as long as they are wanted.
        func outcome(_ pieces: Int, length: Int? = nil, method: HTTPMethod = .get) -> (Result<Data, RequestError>?, Int)
        {
            let scheduler = TestScheduler()
            let count = Locked(0)
            let transport = PieceTransport(pieces: pieces, length: length, count: count)
            var settings = ClientSettings()
            settings.limits.answerSize = 100
            let client = Client(URL(fileURLWithPath: "/").asHTTP, over: transport, settings: settings, clock: scheduler)
            let outcome = Locked<Result<Data, RequestError>?>(nil)
            scheduler.start {
                do throws(RequestError) {
                    let data = try await client.send(GetData(method: method))
                    outcome.withLock { $0 = .success(data) }
                } catch {
                    outcome.withLock { $0 = .failure(error) }
                }
            }
            scheduler.run()
            return (outcome.withLock { $0 }, count.withLock { $0 })
        }

        describe("N5: an answer") {
            it("is taken up to its limit") {
                expect(outcome(10).0?.success?.count) == 100
                expect(outcome(10, length: 100).0?.success?.count) == 100
            }

            it("is refused from its limit on, and not read to the end, nor asked for again") {
                let (outcome, count) = outcome(1000)
                expect(outcome?.failure?.reason) == .tooLarge(limit: 100)
                expect(outcome?.failure?.attempts) == 1
                expect(count) == 11
            }

            it("is refused by the length that it says to have, before any of it is read") {
                let (outcome, count) = outcome(1000, length: 101)
                expect(outcome?.failure?.reason) == .tooLarge(limit: 100)
                expect(count) == 0
            }

            it("without a body may say any length") {
                expect(outcome(0, length: 1 << 40, method: .head).0?.success?.count) == 0
            }

            it("that is refused leaves nothing of its body in memory") {
                let client = Client(URL(fileURLWithPath: "/").asHTTP)
                let request = GetText(limits: RequestLimits(answerSize: 100))
                let collector = AnswerCollector(for: try client.call(for: request), nil, TestScheduler())
                let receiver = collector.receiver
                expect(receiver.receive(head: Response())) == true
                expect(receiver.receive(Data(count: 100))) == true
                expect(collector.response?.body.count) == 100
                expect(receiver.receive(Data(count: 1))) == false
                expect(collector.response?.body.count) == 0
                expect(receiver.receive(Data(count: 1))) == false
                expect(collector.response?.body.count) == 0
            }
        }
    }
}

private struct GetData: Request {
    typealias Answer = Data
    var method: HTTPMethod
    var path: String { "/" }
}

private struct PieceTransport: Transport {
    let pieces: Int
    let length: Int?
    let count: Locked<Int>

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        let headers = length.map { [HTTPHeader("Content-Length", "\($0)")] } ?? []
        guard receiver.receive(head: Response(headers: headers)) else { return }
        for _ in 0..<pieces {
            count.withLock { $0 += 1 }
            guard receiver.receive(Data(count: 10)) else { return }
        }
    }
}
