import Foundation
import MillraceSpecs
import WeatherLoopback

@testable import WeatherSearch

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An answer that is small on the wire and large when it is unpacked.
final class PackedAnswerSpec: Spec {
    func testSpec() {
        /// How an exchange with a server that replies so ends, and what it received.
        func run(_ reply: Reply) async throws -> (outcome: Result<HTTPAnswer, WeatherError>, exchange: HTTPExchange) {
            let server = try LoopbackServer { _ in reply }
            defer { server.stop() }
            let exchange = HTTPExchange(URLRequest(url: server.baseURL))
            return (await exchange.run(.ephemeral), exchange)
        }

        describe("a good answer with spaces behind it, packed") {
            it("is taken up to a mebibyte") {
                let packed = Gzip(answer(), runs: 4062, checksum: 0xC845_CE8F)
                expect(packed.bytes.count).to(beLessThan(2000))
                let (outcome, exchange) = try await run(packed.reply)
                expect(exchange.bodyCounts.received).to(equal(1_048_472))
                expect(try outcome.get().read(WeatherAnswer.self, about: "Paris", now: Date()).read()).to(
                    equal(wholeParisWeather)
                )
            }

            it("is refused from a mebibyte on") {
                await expect { try await run(Gzip(answer(), runs: 4063, checksum: 0xEEC7_03AF).reply).outcome.failure }
                    .to(
                        equal(.tooLong)
                    )
            }

            it("is refused where 200 kB become 200 MB, of which nothing is kept") {
                let packed = Gzip(answer(), runs: 775_200, checksum: 0x3D1E_54A2)
                expect(packed.bytes.count).to(beLessThan(200_000))
                let (outcome, exchange) = try await run(packed.reply)
                expect(outcome.failure).to(equal(.tooLong))
                expect(exchange.bodyCounts.kept).to(equal(0))
                expect(exchange.bodyCounts.received).to(beGreaterThan(HTTPExchange.longestBody))
            }
        }
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
