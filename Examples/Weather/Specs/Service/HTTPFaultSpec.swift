import Foundation
import MillraceSpecs
import WeatherRecording
import LoopbackHTTP
@testable import WeatherSearch

final class HTTPFaultSpec: Spec {
    func testSpec() {
        func outcome(at address: String) async -> Outcome {
            let url = URL(string: address) ?? URL(fileURLWithPath: "/")
            return await HTTPWeatherService(baseURL: url, key: APIKey("key"), timeLimit: .seconds(60)).outcome()
        }

        describe("a question") {
            it("fails where nobody listens") {
                let server = try LoopbackServer { _ in .answer(200, answer()) }
                server.stop()
                await expect { await server.service().outcome() }.to(equal(.failure(.noConnection(host: "127.0.0.1"))))
            }

            it("fails where there is no secure connection to be had") {
                let server = try LoopbackServer { _ in .answer(200, answer()) }
                defer { server.stop() }
                await expect { await outcome(at: "https://127.0.0.1:\(server.port)") }.to(
                    equal(.failure(.noConnection(host: "127.0.0.1")))
                )
            }

            it("fails where the host has no address") {
                // RFC 6761 reserves this name: it has no address, with or without a network.
                Proxies.ignore()
                let host = "weather.invalid"
                await expect { await outcome(at: "http://\(host)") }.to(equal(.failure(.unknownHost(host))))
            }

            it("fails where the address is of another kind") {
                for address in ["ftp://127.0.0.1", "file:///tmp", "weather", "http://", "http:weather"] {
                    await expect { await outcome(at: address) }.to(equal(.failure(.badAddress)), description: address)
                }
            }

            #if canImport(FoundationNetworking)
            it("fails where the address is one of IPv6, which `URLSession` cannot ask on Linux") {
                for address in ["http://[::1]:9", "https://[::1]", "http://[fe80::1]/path"] {
                    await expect { await outcome(at: address) }.to(equal(.failure(.badAddress)), description: address)
                }
            }
            #endif

            it("fails where the connection breaks before, within, or instead of an answer") {
                let replies: [Reply] = [
                    Reply(),
                    Reply(.reset),
                    .raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"coord\":"),
                    .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"coo"),
                    .raw("HTTP/1.1 200"),
                    .raw("220 smtp.example.org ESMTP\r\n"),
                    .raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}"),
                    .raw("\r\n\r\n"),
                ]
                for reply in replies {
                    let outcome = try await LoopbackServer.outcome(of: reply)
                    expect(outcome).to(equal(.failure(.brokenAnswer)), description: "\(reply)")
                }
                var halfWay = Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"coord\":")
                halfWay.steps.append(.reset)
                await expect { try await LoopbackServer.outcome(of: halfWay) }.to(equal(.failure(.brokenAnswer)))
            }

            it("fails as what is no JSON where only the connection's end tells the length, and comes too early") {
                let reply = Reply.raw("HTTP/1.1 200 OK\r\n\r\n{\"coord\":")
                await expect { try await LoopbackServer.outcome(of: reply) }.to(equal(.failure(.noJSONObject)))
            }

            it("takes an answer of a mebibyte, and no larger one") {
                func outcome(_ size: Int) async throws -> Outcome {
                    let body = answer() + String(repeating: " ", count: size - answer().utf8.count)
                    return try await LoopbackServer.outcome(of: .answer(200, body))
                }
                await expect { try await outcome(1 << 20) }.to(equal(.success(wholeParisWeather)))
                await expect { try await outcome(1 << 20 + 1) }.to(equal(.failure(.tooLong)))
            }

            it("succeeds where it failed before") {
                let service = HTTPWeatherService(over: RecordedWeather().transport(failEvery: 2))
                var outcomes: [Outcome] = []
                for _ in 0..<5 { outcomes.append(await service.outcome().map { _ in wholeParisWeather }) }
                let good = Outcome.success(wholeParisWeather)
                expect(outcomes).to(
                    equal([good, .failure(.serverFailure(status: 500)), good, .failure(.brokenAnswer), good])
                )
            }
        }
    }
}
