import Foundation
import Millrace
import MillraceTerminal
import WeatherLoopback
import WeatherSearch

/// The weather in two cities one after the other, with the forecast for the second day of the last one.
@MainActor
func weatherPicture() async throws -> TerminalPicture {
    setenv("no_proxy", "127.0.0.1", 1)  // The server is on this machine, and no other thread has begun yet.
    let server = try LoopbackServer(RecordedWeather())
    defer { server.stop() }
    let service = HTTPWeatherService(baseURL: server.baseURL, key: APIKey(""))
    let model = WeatherViewModel(service: service, on: .main)
    let view = model.view(source: "Offline: recorded answers, this machine's own server", on: .main)
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
