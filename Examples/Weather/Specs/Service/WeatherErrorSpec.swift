import MillraceSpecs
@testable import WeatherSearch

final class WeatherErrorSpec: Spec {
    func testSpec() {
        describe("an error") {
            it("tells a city's trouble from the service's") {
                for error in [WeatherError.unknownCity("X"), .badQuestion("X"), .cancelled] {
                    expect(error.isServiceUnavailable).to(equal(false), description: error.message)
                }
                let others: [WeatherError] = [
                    .unauthorised, .tooManyRequests(retryAfter: nil), .serverFailure(status: 500),
                    .unexpectedStatus(302),
                    .badAddress, .noNetwork, .unknownHost("x"), .noConnection(host: "x"), .timedOut(after: .seconds(1)),
                    .brokenAnswer, .noJSONObject, .lacks(field: "x"), .unreadable(field: "x"),
                ]
                for error in others {
                    expect(error.isServiceUnavailable).to(equal(true), description: error.message)
                }
            }

            it("names what a person can do about it") {
                expect(WeatherError.unknownCity("Pari").message).to(equal("There is no city called Pari."))
                expect(WeatherError.unauthorised.message).to(contain("To fix: set OPENWEATHERMAP_API_KEY"))
                expect("\(WeatherError.badAddress)").to(contain("begin it with http:// or https://"))
            }

            it("says how long, in a unit that suits, never too short") {
                func said(_ delay: Duration) -> String { WeatherError.tooManyRequests(retryAfter: delay).message }
                let sentence = "The weather service was asked too often. Try again"
                expect(WeatherError.tooManyRequests(retryAfter: nil).message).to(equal("\(sentence) later."))
                let cases: [(Duration, String)] = [
                    (.zero, "now"), (.milliseconds(1), "in 1 millisecond"), (.milliseconds(999), "in 999 milliseconds"),
                    (.seconds(1), "in 1 second"), (.milliseconds(1001), "in 2 seconds"),
                    (.seconds(119), "in 119 seconds"),
                    (.microseconds(1), "in 1 millisecond"), (.microseconds(999_001), "in 1 second"),
                    (.milliseconds(119_999), "in 120 seconds"),
                    (.seconds(120), "in 2 minutes"), (.seconds(121), "in 3 minutes"), (.seconds(7200), "in 2 hours"),
                ]
                let more: [(Duration, String)] = [
                    (.seconds(7199), "in 120 minutes"), (.seconds(7201), "in 3 hours"), (.seconds(-5), "now"),
                    (.seconds(172_799), "in 48 hours"), (.seconds(172_800), "in 2 days"),
                    (.seconds(172_801), "in 3 days"), (.seconds(Int64.max), "in 11574075 days"),
                ]
                for (delay, words) in more { expect(said(delay)).to(equal("\(sentence) \(words).")) }
                expect(WeatherError.timedOut(after: .seconds(-5)).message).to(contain("within 0 milliseconds"))
                for (delay, words) in cases { expect(said(delay)).to(equal("\(sentence) \(words).")) }
            }
        }
    }
}
