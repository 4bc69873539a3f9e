import Millrace
import MillraceNetwork
import MillraceSimulation
import MillraceSpecs
import TestSupport
import WeatherRecording

@testable import WeatherSearch

/// A search, in every order of what is typed and pressed, of answers that come late, and of one that fails.
final class SearchOrdersSpec: Spec {
    func testSpec() {
        /// A search among a few places, which says what must be true of it.
        func makeSearch(in world: World) throws -> ExploredSearch {
            let search = try ExploredSearch(in: world, asking: ExploredWeatherService(outside: world.outside))
            search.mustBelongToWhatIsTyped(ExploredWeatherService.titles, warmest: ExploredWeatherService.warmest)
            return search
        }

        it("shows what belongs to what is typed, whenever answers come and the field is cleared") {
            let tried = try explorePrograms(steps: Programs.steps(400_000, plain: 400), time: .seconds(600)) { world in
                let search = try makeSearch(in: world)
                search.mayType("Rome")
                search.mayType("")
                search.mayPressEnter(times: 2)
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }

        it("shows the place that was taken, whenever it is taken, left and typed over") {
            let tried = try explorePrograms(steps: Programs.steps(400_000, plain: 400), time: .seconds(600)) { world in
                let search = try makeSearch(in: world)
                search.mayType("Springfield")
                search.mayType("Rome")
                search.mayMove()
                search.mayPressEnter()
                search.mayGoBack()
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }

        it("does so over the network too, where answers are late, lost and broken off") {
            let recorded = RecordedWeather()
            let tried = try explorePrograms(steps: Programs.steps(100_000, plain: 150), time: .seconds(600)) { world in
                let service = HTTPWeatherService(
                    key: APIKey("key"),
                    over: world.network().transport(breaksOff: true, over: recorded.transport()),
                    clock: world.scheduler
                )
                let search = try ExploredSearch(in: world, asking: service)
                search.mayType("Roma")
                search.mayType("Tokyo")
                search.mayPressEnter()
                world.atRest("no loading sign stays") { !search.model.isLoading.value }
                world.atRest("I see what I have typed, or read why not") {
                    search.model.message.value != nil
                        || search.model.cityName.value.hasPrefix(search.model.searchText.value)
                }
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }
    }
}
