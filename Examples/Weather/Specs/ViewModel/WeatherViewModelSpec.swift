import Millrace
import MillraceApp
import MillraceSpecs
@testable import WeatherSearch

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
                model.unit.set(.fahrenheit)
                expect(model.degrees.value).to(equal("63 °F"))
                expect(model.chart.value.bars.map(\.degrees)).to(equal(["63 °F"]))
                expect(service.questions).to(equal(["Paris"]))
            }

            it("has the unit of the last run, and says where it cannot be saved") {
                struct Full: Error {}
                let place = SavedPlace.memory()
                func make(in place: SavedPlace) throws -> WeatherViewModel {
                    let unit = try SavedValue(TemperatureUnit.celsius, in: place, on: scheduler)
                    return WeatherViewModel(service: service, unit: unit, on: scheduler)
                }
                try make(in: place).unit.set(.fahrenheit)
                scheduler.run()
                expect(try make(in: place).unit.state.value) == .fahrenheit

                model = try make(in: SavedPlace(read: { nil }, write: { _ in throw Full() }))
                model.unit.set(.fahrenheit)
                scheduler.run()
                expect(model.unit.state.value) == .fahrenheit
                expect(model.message.value) == "The unit is not saved: Full()"
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

            it("lets go of everything when it is released in the midst of a question") {
                type("Paris")
                model = WeatherViewModel(service: service, on: scheduler)
                scheduler.run()
                expect(service.takenBack).to(equal(["Paris"]))
            }
        }
    }
}
