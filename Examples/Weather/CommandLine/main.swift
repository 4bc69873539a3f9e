import Foundation
import WeatherLoopback
import WeatherSearch

// One city an argument, one answer a line: from the recorded answers, or from the server at WEATHER_BASE_URL.
let environment = ProcessInfo.processInfo.environment
let server = try LoopbackServer(RecordedWeather())
let service = HTTPWeatherService(
    baseURL: environment["WEATHER_BASE_URL"].flatMap(URL.init) ?? server.baseURL,
    key: APIKey(environment["OPENWEATHERMAP_API_KEY"] ?? "")
)
for city in CommandLine.arguments.dropFirst() {
    do throws(WeatherError) {
        let weather = try await service.weather(in: city)
        print("\(weather.city): \(weather.temperature) °C, \(weather.description)")
    } catch {
        print("\(city): \(error.message)")
    }
}
server.stop()
