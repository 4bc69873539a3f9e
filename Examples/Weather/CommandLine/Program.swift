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
            return try await run(options)
        }
    }

    private func run(_ options: CommandLineOptions) async throws(ProgramExit) -> Int32 {
        guard options.cities.isEmpty else { return try await runScript(options, options.cities) }
        switch try output.mode(showsScreen: !options.json && options.task == .weather && options.place == nil) {
        case .screen: return try await runScreen(options)
        case .script(let lines): return try await runScript(options, followedBy: lines)
        case .overview: return try await runScript(options, ["Paris", "Oslo", "Tokyo"])
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

    private func runScript(
        _ options: CommandLineOptions,
        _ cities: [String] = [],
        followedBy lines: InputLines = InputLines(of: [])
    ) async throws(ProgramExit) -> Int32 {
        if options.server == nil { output.report("weather: \(options.source)") }
        var script = WeatherScript(asking: service(options), options, answer: output.write)
        for city in cities where output.isOpen { await script.ask(city) }
        if cities.isEmpty, InputLines.areTyped { output.report("weather: type a city and press enter; ctrl-d ends") }
        var lines = lines
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
