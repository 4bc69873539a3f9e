import Foundation
import MillraceSpecs
import WeatherRecording
import LoopbackHTTP
@testable import WeatherSearch

final class KeySecrecySpec: Spec {
    func testSpec() {
        let secret = "5ec2e7"

        /// All the ways in which a value is commonly written down.
        func everything<Value>(about value: Value) -> String {
            var dumped = ""
            dump(value, to: &dumped)
            let asError = (value as? any Error).map { "\($0.localizedDescription) \($0 as NSError)" } ?? ""
            return "\(value) \(String(reflecting: value)) \(dumped) \(asError)"
        }

        describe("the key") {
            it("is shown by nothing that holds it") {
                let key = APIKey(secret)
                let service = HTTPWeatherService(baseURL: URL(fileURLWithPath: "/"), key: key)
                for text in [everything(about: key), everything(about: [key]), everything(about: service)] {
                    expect(text).notTo(contain(secret))
                }
                expect("\(key)").to(equal("(a secret)"))
            }

            it("stands in no error, whatever goes wrong, even where the server repeats it") {
                let echo = #"{"cod":401,"message":"the key \#(secret) is invalid"}"#
                let replies: [Reply] = [
                    .answer(401, echo), .answer(404, echo), .answer(429, echo), .answer(500, echo), .answer(302, echo),
                    .answer(200, echo), .answer(200, "{}"), .raw(secret), Reply(.reset), Reply(.hold),
                ]
                for reply in replies {
                    let server = try LoopbackServer { _ in reply }
                    let service = HTTPWeatherService(
                        baseURL: server.baseURL,
                        key: APIKey(secret),
                        timeLimit: .milliseconds(50)
                    )
                    guard case .failure(let error) = await service.outcome() else { return fail("it succeeded") }
                    expect(everything(about: error) + error.message).notTo(contain(secret))
                    server.stop()
                }
            }

            it("is in no recorded request's description") {
                let server = try LoopbackServer(RecordedWeather(key: secret))
                defer { server.stop() }
                let events = server.events()
                let service = HTTPWeatherService(baseURL: server.baseURL, key: APIKey(secret))
                await expect { try await service.outcome().get().city }.to(equal("Paris"))
                guard case .received(let request) = try await events.wait(for: \.isReceived) else { return }
                expect("\(request)").to(equal("GET /data/2.5/weather"))
            }
        }
    }
}
