import Millrace
import MillraceSpecs
@testable import WeatherSearch

/// What follows a name: the places that have it, one of which is chosen, and the forecast there.
final class WeatherViewModelPlacesSpec: Spec {
    func testSpec() {
        describe("a search for the weather where several places have a name, and the forecast") {
            var scheduler = TestScheduler()
            var service = FakeWeatherService(scheduler)
            var model = WeatherViewModel(service: service, on: scheduler)

            beforeEach {
                scheduler = TestScheduler()
                service = FakeWeatherService(scheduler)
                model = WeatherViewModel(service: service, on: scheduler)
            }

            func type(_ text: String, pause: Duration = WeatherViewModel.pause) {
                model.searchText.value = text
                scheduler.advance(by: pause)
            }

            it("asks for the weather at the one place that has the name, and for the forecast there") {
                type("Paris")
                scheduler.run()
                expect(service.visits).to(equal(["Paris, FR"]))
                expect(service.forecasts).to(equal(["Paris, FR"]))
                expect(model.suggestions.value).to(beNil())
                expect(model.place.value).to(beNil())
                expect(model.forecast.value?.hours.count).to(equal(40))
                expect(model.forecast.value?.words.last).to(equal("14:00 17 °C"))
            }

            it("finds a place by its state or country, though the service knows neither by its name") {
                type("Springfield, illinois")
                scheduler.run()
                expect(service.questions).to(equal(["Springfield, illinois", "Springfield"]))
                expect(service.visits).to(equal(["Springfield, Illinois, US"]))
                type("Springfield, Oregon, US")
                scheduler.run()
                expect(service.visits.last).to(equal("Springfield, Oregon, US"))
                type("Springfield, Ohio")
                scheduler.run()
                expect(model.message.value).to(equal("There is no city called Springfield, Ohio."))
            }

            it("shows the places among which to choose, and asks for none of them") {
                type("Springfield")
                scheduler.run()
                let titles = ["Springfield, Illinois, US", "Springfield, Oregon, US", "Springfield, AU"]
                expect(model.suggestions.value).to(equal(Suggestions(titles: titles, marked: 0)))
                expect(model.isLoading.value).to(beFalse())
                expect(service.visits).to(beEmpty())
            }

            it("marks one of the places, and none beyond the first and the last") {
                type("Springfield")
                scheduler.run()
                for (lines, marked) in [(-1, 0), (1, 1), (1, 2), (1, 2), (-1, 1), (.max, 2), (.min, 0)] {
                    model.move.send(lines)
                    expect(model.suggestions.value?.marked).to(equal(marked))
                }
                model.move.send(1)
                expect(model.place.value?.title).to(equal("Springfield, Oregon, US"))
            }

            it("takes a place, and asks there again when it is taken again") {
                type("Springfield")
                scheduler.run()
                model.move.send(1)
                for count in 1...2 {
                    guard let place = model.place.value else { return fail("no place is marked") }
                    model.take.send(place)
                    expect(model.isLoading.value).to(beTrue())
                    scheduler.run()
                    expect(model.cityName.value).to(equal("Springfield, Oregon, US"))
                    expect(model.suggestions.value).to(beNil())
                    expect(service.visits).to(haveCount(count))
                }
                expect(service.questions).to(equal(["Springfield"]))
            }

            it("shows the places again, with the one that was taken marked, and gives up what it asks") {
                type("Springfield")
                scheduler.run()
                model.move.send(2)
                service.delays["Springfield, AU"] = .seconds(9)
                if let place = model.place.value { model.take.send(place) }
                scheduler.advance(by: .seconds(1))
                expect(model.isLoading.value).to(beTrue())
                model.back.send()
                expect(model.isLoading.value).to(beFalse())
                expect(model.suggestions.value?.marked).to(equal(2))
                scheduler.run()
                expect(service.takenBack).to(equal(["Springfield, AU"]))
                expect(model.cityName.value).to(equal(""))
            }

            it("has nothing to go back to where no place was chosen, and keeps what it shows") {
                type("Paris")
                scheduler.run()
                model.back.send()
                scheduler.run()
                expect(model.suggestions.value).to(beNil())
                expect(model.cityName.value).to(equal("Paris, FR"))
                expect(model.forecast.value).toNot(beNil())
            }

            it("has no marked place while something else is typed, and no places then") {
                type("Springfield")
                scheduler.run()
                model.searchText.value = "Springfields"
                expect(model.place.value).to(beNil())
                scheduler.run()
                expect(model.suggestions.value).to(beNil())
                expect(model.message.value).to(equal("There is no city called Springfields."))
            }

            it("gives up a forecast for a new question, and shows none of another city") {
                service.delays["forecast Paris, FR"] = .seconds(9)
                type("Paris")
                scheduler.advance(by: .seconds(2))
                expect(model.cityName.value).to(equal("Paris, FR"))
                expect(model.isLoading.value).to(beFalse())
                expect(model.forecast.value).to(beNil())
                type("Rome")
                scheduler.advance(by: .milliseconds(100))
                expect(model.isLoading.value).to(beTrue())
                expect(service.takenBack).to(equal(["forecast Paris, FR"]))
                scheduler.run()
                expect(model.forecast.value?.words.last).to(equal("14:00 24 °C"))
                service.delays["forecast New York, US"] = .seconds(9)
                type("New York")
                scheduler.advance(by: .seconds(2))
                expect(model.cityName.value).to(equal("New York, US"))
                expect(model.forecast.value).to(beNil())
            }

            it("keeps the forecast while it asks for the same city again") {
                type("Paris")
                scheduler.run()
                service.delays["forecast Paris, FR"] = .seconds(9)
                model.retry.send()
                scheduler.advance(by: .seconds(2))
                expect(service.forecasts).to(haveCount(2))
                expect(model.forecast.value).toNot(beNil())
            }

            it("says that there is no forecast, and shows the weather nevertheless") {
                service.hasNoForecast = true
                type("Paris")
                scheduler.run()
                expect(model.cityName.value).to(equal("Paris, FR"))
                expect(model.message.value).to(beNil())
                expect(model.forecastMessage.value).to(contain("No forecast: ", "(503)"))
                service.hasNoForecast = false
                service.delays["forecast Paris, FR"] = .seconds(9)
                model.retry.send()
                scheduler.advance(by: .seconds(2))
                expect(model.forecastMessage.value).to(beNil())
                scheduler.run()
                expect(model.forecastMessage.value).to(beNil())
                expect(model.forecast.value).toNot(beNil())
            }

            it("shows other hours of the forecast, as far as there are any, and the first of another city's") {
                type("Paris")
                scheduler.run()
                for (hours, shown) in [(-1, 0), (8, 8), (.max, 39), (-1, 38)] {
                    model.move.send(hours)
                    expect(model.forecast.value?.shown).to(equal(shown))
                }
                type("Rome")
                scheduler.run()
                expect(model.forecast.value?.shown).to(equal(0))
            }

            it("clears the forecast with the text") {
                type("Paris")
                scheduler.run()
                type("")
                scheduler.run()
                expect(model.forecast.value).to(beNil())
                expect(model.forecastMessage.value).to(beNil())
            }
        }
    }
}
