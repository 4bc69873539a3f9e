import Foundation
import MillraceNetwork
import MillraceSpecs
@testable import WeatherSearch

final class HTTPAnswerSpec: Spec {
    func testSpec() {
        func outcome(_ status: Int, _ body: String, retryAfter: String? = nil) async -> Outcome {
            let headers = retryAfter.map { [HTTPHeader("Retry-After", $0)] } ?? []
            let answer = Response(status, headers: headers, json: body)
            return await HTTPWeatherService(over: FunctionTransport { _ in answer }).outcome()
        }

        describe("an answer of HTTP") {
            it("brings the weather with status 200, whether or not it has a code of its own") {
                await expect { await outcome(200, answer()) }.to(equal(.success(wholeParisWeather)))
                await expect { await outcome(200, answer("\"cod\":200", "\"cod\":\"200\"")) }.to(
                    equal(.success(wholeParisWeather))
                )
                await expect { await outcome(200, answer(",\"cod\":200")) }.to(equal(.success(wholeParisWeather)))
            }

            it("says that a city is unknown only where the service itself says so") {
                let unknown = Result<Weather, WeatherError>.failure(.unknownCity("Paris"))
                await expect { await outcome(404, #"{"cod":"404","message":"city not found"}"#) }.to(equal(unknown))
                await expect { await outcome(404, #"{"cod":404,"message":"city not found"}"#) }.to(equal(unknown))
                await expect { await outcome(200, #"{"cod":"404","message":"city not found"}"#) }.to(equal(unknown))
                await expect { await outcome(404, "<html>Not Found</html>") }.to(
                    equal(.failure(.unexpectedStatus(404)))
                )
            }

            it("says that the service can make nothing of the question") {
                let body = #"{"cod":"400","message":"Nothing to geocode"}"#
                await expect { await outcome(400, body) }.to(equal(.failure(.badQuestion("Paris"))))
            }

            it("is an error by its status, whatever the body says") {
                let cases: [(Int, WeatherError)] = [
                    (401, .unauthorised), (429, .tooManyRequests(retryAfter: nil)), (500, .serverFailure(status: 500)),
                    (503, .serverFailure(status: 503)), (204, .unexpectedStatus(204)), (302, .unexpectedStatus(302)),
                    (599, .serverFailure(status: 599)), (600, .unexpectedStatus(600)), (499, .unexpectedStatus(499)),
                    (400, .unexpectedStatus(400)), (418, .unexpectedStatus(418)),
                ]
                for (status, error) in cases {
                    for body in ["", answer(), "<html>"] {
                        await expect { await outcome(status, body) }.to(equal(.failure(error)))
                    }
                }
            }

            it("says when to ask again, where the service does") {
                await expect { await outcome(429, "", retryAfter: "90") }.to(
                    equal(.failure(.tooManyRequests(retryAfter: .seconds(90))))
                )
                await expect { await outcome(503, "", retryAfter: "90") }.to(
                    equal(.failure(.serverFailure(status: 503)))
                )
                await expect { await outcome(429, "", retryAfter: "2678400") }.to(
                    equal(.failure(.tooManyRequests(retryAfter: .seconds(2_678_400))))
                )
                // A date that no service means, more than a month, and no time at all.
                for nonsense in ["Wed, 21 Oct 2999 07:28:00 GMT", "2678401", "99999999999999999999", "soon"] {
                    await expect { await outcome(429, "", retryAfter: nonsense) }.to(
                        equal(.failure(.tooManyRequests(retryAfter: nil)))
                    )
                }
            }
        }
    }
}
