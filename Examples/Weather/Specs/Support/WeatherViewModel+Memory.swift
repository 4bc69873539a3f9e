import Millrace
import MillraceApp
import MillraceSpecs
import WeatherSearch

extension WeatherViewModel {
    /// A view model whose unit is kept nowhere.
    convenience init(service: some WeatherService, on scheduler: TestScheduler) {
        let unit = try! SavedValue(TemperatureUnit.celsius, in: .memory(), on: scheduler)
        self.init(service: service, unit: unit, on: scheduler)
    }
}
