import Foundation
import Millrace
import MillraceApp
import MillraceTerminal
import WeatherRecording
import WeatherSearch

/// The program: reads the command line, finds a service, and hands it to the screen or to a script.
@MainActor
struct Program {
    private let key = ProcessInfo.processInfo.environment["OPENWEATHERMAP_API_KEY"] ?? ""
    private let output = ProgramOutput(of: "weather")

    /// Runs to the end, and returns the exit status.
    func run(_ arguments: [String]) async -> Int32 {
        await output.run { () throws(ProgramExit) in
            let options = try CommandLineOptions(
                arguments,
                hasKey: !key.isEmpty,
                recordedLanguages: RecordedAnswers().languages
            )
            let isScript =
                options.json || options.task != .weather || options.place != nil || !options.cities.isEmpty
                || !InputLines.areTyped
            return isScript ? try await runScript(options) : try await runScreen(options)
        }
    }

    private func service(_ options: CommandLineOptions) -> HTTPWeatherService {
        if let server = options.server {
            return HTTPWeatherService(baseURL: server, key: APIKey(key), language: options.language)
        }
        let recorded = RecordedWeather()
            .transport(latency: options.latency ?? .zero, failEvery: options.failEvery)
        return HTTPWeatherService(key: APIKey(""), language: options.language, over: recorded)
    }

    private func runScript(_ options: CommandLineOptions) async throws(ProgramExit) -> Int32 {
        if options.server == nil { output.report("weather: \(options.source)") }
        var script = WeatherScript(asking: service(options), options, answer: output.write)
        for city in options.cities where output.isOpen { await script.ask(city) }
        guard options.cities.isEmpty else { return script.exitCode }
        if InputLines.areTyped { output.report("weather: type a city and press enter; ctrl-d ends") }
        var lines = try InputLines(
            expecting: "a city",
            fix: "name one, as in: echo Paris | weather, or: weather Paris"
        )
        while output.isOpen, let line = try lines.next() { await script.ask(line) }
        return script.exitCode
    }

    private func runScreen(_ options: CommandLineOptions) async throws(ProgramExit) -> Int32 {
        let model = WeatherViewModel(service: service(options), unit: try unit(options), on: .main)
        let application = try TerminalApplication()
        let view = model.view(source: options.source, on: .main)
        let screen = WeatherScreen(of: model, showing: view, size: application.size)
        await application.run(showing: screen.canvas, onKey: screen.press)
        do {
            try model.unit.saveNow()
        } catch {
            throw ProgramExit("the settings cannot be saved: \(error). To fix: name another file.", exitCode: 74)
        }
        return 0
    }

    /// The unit of temperatures: that of the last run, unless the command line says another one.
    private func unit(_ options: CommandLineOptions) throws(ProgramExit) -> SavedValue<TemperatureUnit> {
        let place = options.settings.map { SavedPlace.file(URL(fileURLWithPath: $0)) } ?? .memory()
        do {
            let unit = try SavedValue(TemperatureUnit.celsius, in: place, on: .main)
            if options.unit == .fahrenheit { unit.set(.fahrenheit) }
            return unit
        } catch {
            let file = options.settings?.oneLine ?? ""
            throw ProgramExit("the settings in \(file) cannot be read. To fix: remove the file.", exitCode: 66)
        }
    }
}
