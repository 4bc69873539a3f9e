import Millrace
import MillraceSpecs
@testable import WeatherSearch

final class WeatherViewSpec: Spec {
    func testSpec() {
        describe("what is shown of a search, as one value") {
            var scheduler = TestScheduler()
            var service = FakeWeatherService(scheduler)
            var model = WeatherViewModel(service: service, on: scheduler)
            var views: [WeatherView] = []
            var bag = SubscriptionBag()

            beforeEach {
                scheduler = TestScheduler()
                service = FakeWeatherService(scheduler)
                model = WeatherViewModel(service: service, on: scheduler)
                views = []
                bag = SubscriptionBag()
                model.view(source: "A service", on: scheduler).observe { views.append($0) }.store(in: bag)
            }

            func ask(_ city: String) {
                model.searchText.value = city
                scheduler.run()
                views.removeFirst(views.count - 1)
            }

            it("has nothing to show at first") {
                expect(views).to(haveCount(1))
                expect(views.last?.source).to(equal("A service"))
                expect(views.last?.card).to(beNil())
                expect(views.last?.isLoading).to(beFalse())
                expect(views.last?.isStale).to(beFalse())
            }

            it("shows what is typed at once, and the card when the answer is there, with all else of that turn") {
                model.searchText.value = "Paris"
                expect(views.map(\.searchText)).to(equal(["", "Paris"]))
                scheduler.run()
                // Then the forecast follows.
                expect(views.filter { $0.card != nil }.map { $0.forecast != nil }).to(equal([false, true]))
                expect(views.last?.card?.city).to(equal("Paris, FR"))
                expect(views.last?.chart.bars.map(\.city)).to(equal(["Paris, FR"]))
                expect(views.last?.isLoading).to(beFalse())
            }

            it("turns the spinner while an answer is awaited, beginning anew each time, and then stops the timer") {
                for city in ["Paris", "Rome"] {
                    ask("")
                    model.searchText.value = city
                    scheduler.advance(by: WeatherViewModel.pause + WeatherViewModel.frameTime * 4 + .milliseconds(50))
                    expect(views.dropFirst(2).map(\.frame)).to(equal([0, 1, 2, 3, 4]))
                    expect(views.last?.isLoading).to(beTrue())
                    scheduler.advance(by: .seconds(1))
                    expect(views.last?.frame).to(equal(0))
                    let count = views.count
                    scheduler.advance(by: .seconds(60))
                    expect(views).to(haveCount(count))
                }
            }

            it("does not begin the spinner anew where one question follows the other") {
                service.delays["Par"] = .seconds(60)
                model.searchText.value = "Par"
                scheduler.advance(by: .seconds(1))
                model.searchText.value = "Paris"
                scheduler.advance(by: .seconds(1))
                expect(service.questions).to(equal(["Par", "Paris"]))
                expect(views.last?.frame).to(beGreaterThan(10))
            }

            it("has no timer while nobody observes") {
                bag = SubscriptionBag()
                model.searchText.value = "Paris"
                let isLoading = model.isLoading.observe { _ in }
                scheduler.run()
                expect(scheduler.now).to(equal(WeatherViewModel.pause + .seconds(1)))
                withExtendedLifetime(isLoading) {}
            }

            it("keeps the card after an error, as a stale one") {
                ask("Paris")
                ask("Atlantis")
                expect(views.last?.card?.city).to(equal("Paris, FR"))
                expect(views.last?.isStale).to(beTrue())
                expect(views.last?.message).to(equal("There is no city called Atlantis."))
            }

            it("changes once, and all over, when units are switched") {
                ask("Paris")
                model.unit.set(.fahrenheit)
                expect(views).to(haveCount(2))
                expect(views.last?.card?.degrees).to(equal("63 °F"))
                expect(views.last?.chart.bars.map(\.degrees)).to(equal(["63 °F"]))
            }
        }
    }
}
