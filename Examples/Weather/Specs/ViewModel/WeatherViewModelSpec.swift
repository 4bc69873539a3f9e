import Millrace
import MillraceSpecs
import WeatherSearch

final class WeatherViewModelSpec: Spec {
    func testSpec() {
        describe("a search for the weather") {
            var scheduler = TestScheduler()
            var service = FakeWeatherService(scheduler)
            var model = WeatherViewModel(service: service, on: scheduler)

            beforeEach {
                scheduler = TestScheduler(column: .milliseconds(100))
                service = FakeWeatherService(scheduler)
                model = WeatherViewModel(service: service, on: scheduler)
            }

            func type(_ text: String, pause: Duration = WeatherViewModel.pause) {
                model.searchText.value = text
                scheduler.advance(by: pause)
            }

            it("shows nothing at first, and asks nobody") {
                scheduler.run()
                expect(service.questions).to(beEmpty())
                expect(model.cityName.value).to(equal(""))
                expect(model.degrees.value).to(equal(""))
                expect(model.summary.value).to(equal(""))
                expect(model.details.value).to(beEmpty())
                expect(model.isLoading.value).to(beFalse())
                expect(model.message.value).to(beNil())
                expect(model.chart.value.bars).to(beEmpty())
            }

            it("asks when nothing has been typed for a while, and shows the answer") {
                model.searchText.value = "Paris"
                scheduler.advance(by: .milliseconds(299))
                expect(service.questions).to(beEmpty())
                scheduler.advance(by: .milliseconds(1))
                expect(service.questions).to(equal(["Paris"]))
                expect(model.isLoading.value).to(beTrue())
                scheduler.run()
                expect(model.cityName.value).to(equal("Paris, FR"))
                expect(model.degrees.value).to(equal("17 °C"))
                expect(model.summary.value).to(equal("Broken clouds"))
                expect(model.isLoading.value).to(beFalse())
            }

            it("asks nobody and awaits nothing where all is cleared") {
                type("Paris")
                scheduler.run()
                var waits: [Bool] = []
                let subscription = model.isLoading.observe { waits.append($0) }
                type("")
                scheduler.run()
                expect(waits).to(equal([false]))
                expect(service.questions).to(equal(["Paris"]))
                expect(model.cityName.value).to(equal(""))
                subscription.cancel()
            }

            it("asks once for what is typed in one go") {
                for text in ["P", "Pa", "Par", "Pari", "Paris"] { type(text, pause: .milliseconds(100)) }
                scheduler.run()
                expect(service.questions).to(equal(["Paris"]))
            }

            it("can be drawn: what is typed, and when somebody waits") {
                let keys = scheduler.signal("ab---c----------", ["a": "Par", "b": "Paris", "c": "Rome"])
                let typing = keys.bind(to: model.searchText)
                // Paris is asked for, and given up for Rome, whose answer is awaited.
                expect(model.isLoading.changes, on: scheduler)
                    .to(emit("----w-------------d", ["w": true, "d": false]))
                expect(service.questions).to(equal(["Paris", "Rome"]))
                withExtendedLifetime(typing) {}
            }

            it("does not count spaces around the text") {
                type("  New York ")
                scheduler.run()
                type("New York")
                scheduler.run()
                expect(service.questions).to(equal(["New York"]))
            }

            it("does not ask again for what it has asked for last") {
                type("Paris")
                scheduler.run()
                type("Pari", pause: .milliseconds(100))
                type("Paris")
                scheduler.run()
                expect(service.questions).to(equal(["Paris"]))
            }

            it("clears when the text is empty, and takes back what it has asked") {
                type("Paris")
                scheduler.run()
                type("Rome")
                type("   ")
                expect(model.isLoading.value).to(beFalse())
                expect(model.cityName.value).to(equal(""))
                scheduler.run()
                expect(model.cityName.value).to(equal(""))
                expect(service.takenBack).to(equal(["Rome"]))
                type("Rome")
                scheduler.run()
                expect(model.cityName.value).to(equal("Rome, IT"))
            }

            it("tells while something else is typed than was asked for, also when the former answer arrives then") {
                type("Par")
                expect(model.isTyping.value).to(beFalse())
                scheduler.advance(by: .milliseconds(900))
                model.searchText.value = "Paris"
                scheduler.advance(by: .milliseconds(200))
                expect(model.cityName.value).to(equal("Par, FR"))
                expect(model.isLoading.value).to(beFalse())
                expect(model.isTyping.value).to(beTrue())
                let view = model.view(source: "", on: scheduler).value
                expect(view.isStale).to(beTrue())
                model.searchText.value = " Par "
                expect(model.isTyping.value).to(beFalse())
            }

            it("never shows the answer for what was typed before, though it comes later") {
                service.delays["Par"] = .seconds(5)
                service.isDeaf = true
                type("Par")
                type("Paris")
                var names: [String] = []
                let subscription = model.cityName.observe { names.append($0) }
                scheduler.run()
                expect(service.questions).to(equal(["Par", "Paris"]))
                expect(service.answered).to(equal(["Paris", "Par"]))
                expect(names).to(equal(["", "Paris, FR"]))
                withExtendedLifetime(subscription) {}
            }

            it("asks once, however many properties are observed") {
                let bag = SubscriptionBag()
                for _ in 0..<3 {
                    model.cityName.observe { _ in }.store(in: bag)
                    model.degrees.observe { _ in }.store(in: bag)
                    model.isLoading.observe { _ in }.store(in: bag)
                    model.message.observe { _ in }.store(in: bag)
                }
                type("Paris")
                scheduler.run()
                expect(service.questions).to(equal(["Paris"]))
            }

            it("says what went wrong, keeps what it had, and goes on") {
                type("Paris")
                scheduler.run()
                type("Atlantis")
                scheduler.run()
                expect(model.message.value).to(equal("There is no city called Atlantis."))
                expect(model.cityName.value).to(equal("Paris, FR"))
                expect(model.isLoading.value).to(beFalse())
                type("Rome")
                expect(model.message.value).to(beNil())
                scheduler.run()
                expect(model.cityName.value).to(equal("Rome, IT"))
            }

            it("asks once more when it is told to") {
                service.failures = 1
                type("Paris")
                scheduler.run()
                expect(model.message.value).toNot(beNil())
                model.retry.send()
                expect(model.message.value).to(beNil())
                scheduler.run()
                expect(service.questions).to(equal(["Paris", "Paris"]))
                expect(model.cityName.value).to(equal("Paris, FR"))
            }

            it("asks once for what is typed and told to ask for at once") {
                type("Paris", pause: .milliseconds(100))
                model.retry.send()
                scheduler.advance()
                expect(service.questions).to(equal(["Paris"]))
                scheduler.run()
                expect(service.questions).to(equal(["Paris"]))
            }

            it("asks for what is typed again after it was told to ask for something else") {
                type("Paris")
                type("Pari", pause: .milliseconds(100))
                model.retry.send()
                type("Paris")
                scheduler.run()
                expect(service.questions).to(equal(["Paris", "Pari", "Paris"]))
                expect(model.cityName.value).to(equal("Paris, FR"))
            }

            it("switches units without asking") {
                type("Paris")
                scheduler.run()
                model.unit.value = .fahrenheit
                expect(model.degrees.value).to(equal("63 °F"))
                expect(model.chart.value.bars.map(\.degrees)).to(equal(["63 °F"]))
                expect(service.questions).to(equal(["Paris"]))
            }

            it("keeps the session's cities, the latest first, each once") {
                for city in ["Paris", "Rome", "Atlantis", "Paris"] {
                    type(city)
                    scheduler.run()
                }
                expect(model.chart.value.bars.map(\.city)).to(equal(["Paris, FR", "Rome, IT"]))
            }

            it("tells each observer of a property once a turn, and only of changes") {
                var log: [String] = []
                let bag = SubscriptionBag()
                model.cityName.observe { log.append("city \($0)") }.store(in: bag)
                model.isLoading.observe { log.append("loading \($0)") }.store(in: bag)
                log = []
                type("Paris")
                scheduler.run()
                expect(log.sorted()).to(equal(["city Paris, FR", "loading false", "loading true"]))
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
                scheduler.run()
                expect(service.takenBack).to(equal(["forecast Paris, FR"]))
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
                model.retry.send()
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

            it("lets go of everything when it is released in the midst of a question") {
                type("Paris")
                model = WeatherViewModel(service: service, on: scheduler)
                scheduler.run()
                expect(service.takenBack).to(equal(["Paris"]))
            }
        }
    }
}
