import Foundation
import MillraceSpecs
import LoopbackHTTP
@testable import WeatherSearch

final class HTTPWeatherServiceSpec: Spec {
    func testSpec() {
        var server: LoopbackServer!

        afterEach { server?.stop() }

        describe("a question") {
            it("brings the weather of a city") {
                server = try LoopbackServer { _ in .answer(200, answer()) }
                await expect { await server.service().outcome() }.to(equal(.success(wholeParisWeather)))
            }

            it("asks for the city as it was typed, in metric units, with the key") {
                server = try LoopbackServer { _ in .answer(200, answer()) }
                let cities = [
                    "Paris", "New York", "München", "a&b=c", "C++", "#1", "100%", "x?y/z;", "東京", "🌧", "", "London,GB",
                    "M\u{75}\u{308}nchen",
                ]
                for city in cities {
                    let events = server.events()
                    _ = await server.service().outcome(city)
                    guard case .received(let request) = try await events.wait(for: \.isReceived) else { continue }
                    expect(request.path).to(equal("/data/2.5/weather"))
                    expect(request.query).to(equal(["q": city, "units": "metric", "appid": "key"]), description: city)
                }
            }

            it("asks for the words of a language") {
                server = try LoopbackServer { _ in .answer(200, answer()) }
                let events = server.events()
                _ = await HTTPWeatherService(baseURL: server.baseURL, key: APIKey("key"), language: "de").outcome()
                guard case .received(let request) = try await events.wait(for: \.isReceived) else { return }
                expect(request.query["lang"]).to(equal("de"))
            }

            it("encodes all that could mean something else in an address") {
                server = try LoopbackServer { _ in .answer(200, answer()) }
                let events = server.events()
                _ = await server.service().outcome("a b+ü&#")
                guard case .received(let request) = try await events.wait(for: \.isReceived) else { return }
                expect(request.target).to(
                    equal("/data/2.5/weather?q=a%20b%2B%C3%BC%26%23&units=metric&appid=key")
                )
            }

            it("goes below the path of the address that was given") {
                server = try LoopbackServer { _ in .answer(200, answer()) }
                for path in ["proxy/w%20x", "proxy/w%20x/", "proxy/w%20x?a=b#c", "proxy/w%20x/?a=b"] {
                    guard let url = URL(string: path, relativeTo: server.baseURL) else { return fail("no address") }
                    let events = server.events()
                    _ = await HTTPWeatherService(baseURL: url, key: APIKey("key")).outcome()
                    guard case .received(let request) = try await events.wait(for: \.isReceived) else { continue }
                    expect(request.target).to(
                        equal("/proxy/w%20x/data/2.5/weather?q=Paris&units=metric&appid=key")
                    )
                }
            }

            it("does not wait for others") {
                server = try LoopbackServer { request in
                    request.query["q"] == "slow" ? .answer(200, answer()).after(.hold) : .answer(200, answer())
                }
                let service = server.service()
                let events = server.events()
                let slow = Task { await service.outcome("slow") }
                _ = try await events.wait(for: \.isReceived)
                await expect { await service.outcome("quick") }.to(equal(.success(wholeParisWeather)))
                server.releaseHeld()
                await expect { await slow.value }.to(equal(.success(wholeParisWeather)))
            }

            it("waits for a slow answer, and puts its pieces together") {
                let text = Array(answer().utf8)
                let head = "HTTP/1.1 200 OK\r\nContent-Length: \(text.count)\r\n\r\n"
                let steps = [Reply.Step.send(Array(head.utf8))] + text.flatMap { [.wait(.zero), .send([$0])] }
                var reply = Reply()
                reply.steps = steps
                await expect { try await LoopbackServer.outcome(of: reply) }.to(equal(.success(wholeParisWeather)))
            }
        }

        describe("a question about a place") {
            let texas = NamedPlace(
                name: "Paris",
                state: "Texas",
                country: "US",
                latitude: 33.66094,
                longitude: -95.5
            )

            /// What the server is asked by a question, of which the outcome does not matter.
            func target(_ ask: @escaping @Sendable (HTTPWeatherService) async throws -> Void) async throws -> String {
                server = try LoopbackServer { _ in .answer(404, "") }
                let events = server.events()
                let service = HTTPWeatherService(baseURL: server.baseURL, key: APIKey("key"), language: "de")
                try? await ask(service)
                guard case .received(let request) = try await events.wait(for: \.isReceived) else { return "" }
                return request.target
            }

            it("names it by where it is, in the same units and language as one about a name") {
                let place = "lat=33.6609&lon=-95.5000&units=metric&lang=de&appid=key"
                await expect { try await target { _ = try await $0.weather(at: .place(texas)) } }.to(
                    equal("/data/2.5/weather?\(place)")
                )
                await expect { try await target { _ = try await $0.forecast(at: .place(texas)) } }.to(
                    equal("/data/2.5/forecast?\(place)")
                )
                await expect { try await target { _ = try await $0.forecast(at: .city("Köln")) } }.to(
                    equal("/data/2.5/forecast?q=K%C3%B6ln&units=metric&lang=de&appid=key")
                )
                await expect { try await target { _ = try await $0.places(named: "a&b") } }.to(
                    equal("/geo/1.0/direct?q=a%26b&limit=5&lang=de&appid=key")
                )
            }

            it("brings weather and a forecast under the place's own name") {
                server = try LoopbackServer { request in
                    .answer(200, request.path.hasSuffix("forecast") ? ForecastAnswerSpec.answer() : answer())
                }
                let weather = try await server.service().weather(at: .place(texas))
                expect(weather.cityName).to(equal("Paris, Texas, US"))
                expect(weather.temperature).to(equal(17.4))
                let forecast = try await server.service().forecast(at: .place(texas))
                expect(forecast.cityName).to(equal("Paris, Texas, US"))
                let named = try await server.service().forecast(at: .city("Paris"))
                expect(named.cityName).to(equal("Paris, FR"))
            }

            it("fails as one about a name does, and names the place") {
                server = try LoopbackServer { _ in .answer(404, #"{"cod":"404","message":"city not found"}"#) }
                let service = server.service()
                await expect { try await service.forecast(at: .place(texas)) }.to(
                    throwError(WeatherError.unknownCity("Paris, Texas, US"))
                )
                await expect { try await service.places(named: "X") }.to(throwError(WeatherError.unknownCity("X")))
            }
        }

        describe("an answer by status") {
            it("is told by what the service says") {
                let cases: [(Reply, WeatherError)] = [
                    (.answer(404, #"{"cod":"404","message":"city not found"}"#), .unknownCity("Paris")),
                    (.answer(401, #"{"cod":401,"message":"Invalid API key"}"#), .unauthorised),
                    (.answer(429, "{}"), .tooManyRequests(retryAfter: nil)),
                    (.answer(429, "{}", headers: ["Retry-After": "7"]), .tooManyRequests(retryAfter: .seconds(7))),
                    (
                        .answer(429, "{}", headers: ["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"]),
                        .tooManyRequests(retryAfter: .zero)
                    ),
                    (.answer(500, #"{"cod":"500"}"#), .serverFailure(status: 500)),
                    (.answer(503, "<html>"), .serverFailure(status: 503)),
                    (.answer(404, "<html>"), .unexpectedStatus(404)),
                    (.answer(200, "<html>"), .noJSONObject),
                    (.answer(200, ""), .noJSONObject),
                    (.answer(200, "[]"), .noJSONObject),
                    (.answer(200, "{}"), .lacks(field: "name")),
                    (.answer(200, answer("\"temp\":17.4,")), .lacks(field: "main.temp")),
                ]
                for (reply, error) in cases {
                    await expect { try await LoopbackServer.outcome(of: reply) }.to(equal(.failure(error)))
                }
            }

            it("is unauthorised where the server asks for credentials, which `URLSession` would not report on Linux") {
                let headers = ["WWW-Authenticate": "Basic realm=\"weather\""]
                let reply = Reply.answer(401, #"{"cod":401}"#, headers: headers)
                await expect { try await LoopbackServer.outcome(of: reply) }.to(equal(.failure(.unauthorised)))
            }

            it("does not follow where it is sent elsewhere") {
                let elsewhere = try LoopbackServer { _ in .answer(200, answer()) }
                defer { elsewhere.stop() }
                let target = elsewhere.baseURL.absoluteString + "/data/2.5/weather?q=Paris"
                let reply = Reply.answer(302, "", headers: ["Location": target])
                await expect { try await LoopbackServer.outcome(of: reply) }.to(equal(.failure(.unexpectedStatus(302))))
            }

            it("is not read on where it never ends") {
                var reply = Reply.raw("HTTP/1.1 200 OK\r\n\r\n")
                reply.steps += (0..<100).map { _ in .send(Array(repeating: 32, count: 65_536)) } + [.hold]
                await expect { try await LoopbackServer.outcome(of: reply) }.to(equal(.failure(.tooLong)))
            }
        }
    }
}
