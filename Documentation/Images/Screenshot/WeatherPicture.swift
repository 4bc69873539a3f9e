import Foundation
import Millrace
import MillraceApp
import MillraceTerminal
import WeatherRecording
import WeatherSearch

/// The weather in two cities one after the other, with the forecast for the second day of the last one.
@MainActor
func weatherPicture() async throws -> TerminalPicture {
    let service = HTTPWeatherService(key: APIKey(""), over: RecordedWeather().transport())
    let unit = try SavedValue(TemperatureUnit.celsius, in: .memory(), on: .main)
    let model = WeatherViewModel(service: service, unit: unit, on: .main)
    let view = model.view(source: "Offline: recorded answers", on: .main)
    let screen = WeatherScreen(of: model, showing: view, size: Variable(TerminalSize(columns: 96, rows: 32)))
    let canvas = screen.canvas
    let drawing = canvas.observe { _ in }
    for city in ["Oslo", "New York"] {
        for key in [.control("u"), .paste(city), .enter] as [TerminalKey] { _ = screen.press(key) }
        _ = try await view.wait { $0.forecast != nil && $0.card?.city.hasPrefix(city) == true }
    }
    for _ in 0..<7 { _ = screen.press(.down) }
    drawing.cancel()
    return TerminalPicture(canvas.value, title: "The weather on a terminal")
}
