import Foundation
import Millrace
import MillraceTerminal
import WeatherRecording
import WeatherSearch

/// The program: reads the command line, finds a service, and hands it to the screen or to a script.
@MainActor
struct Program {
    let arguments: [String]
    let key: String
    private let output = ProgramOutput(of: "weather")

    init(arguments: some Sequence<String>, environment: [String: String]) {
        self.arguments = Array(arguments)
        key = environment["OPENWEATHERMAP_API_KEY"] ?? ""
    }

    /// Runs to the end, and returns the exit status.
    func run() async -> Int32 { output.exitCode(await runToEnd()) }

    private func runToEnd() async -> Int32 {
        do throws(CommandLineOptions.UsageError) {
            let options = try CommandLineOptions(
                arguments,
                hasKey: !key.isEmpty,
                recordedLanguages: RecordedAnswers().languages
            )
            if options.help || options.version {
                output.write(options.help ? CommandLineOptions.helpText : CommandLineOptions.versionText)
                return 0
            }
            return await run(options, asking: service(options))
        } catch {
            output.report(error.description)
            return error.exitCode
        }
    }

    private func service(_ options: CommandLineOptions) -> HTTPWeatherService {
        let language = options.language
        switch options.source {
        case .server(let address):
            return HTTPWeatherService(baseURL: address, key: APIKey(key), language: language)
        case .recorded(let latency, let failEvery):
            let recorded = RecordedWeather().transport(latency: latency, failEvery: failEvery)
            return HTTPWeatherService(key: APIKey(""), language: language, over: recorded)
        }
    }

    private func run(_ options: CommandLineOptions, asking service: HTTPWeatherService) async -> Int32 {
        let isScript =
            options.json || options.task != .weather || options.place != nil || !options.cities.isEmpty
            || isatty(STDIN_FILENO) == 0
        return isScript ? await runScript(options, service) : await runScreen(options, service)
    }

    private func runScript(_ options: CommandLineOptions, _ service: HTTPWeatherService) async -> Int32 {
        let isRecorded = if case .recorded = options.source { true } else { false }
        if isRecorded { output.report("weather: \(options.source)") }
        var script = WeatherScript(
            asking: service,
            for: options.task,
            place: options.place,
            in: options.unit,
            asJSON: options.json,
            isRecorded: isRecorded,
            answer: output.write
        )
        for city in options.cities where output.isOpen { await script.ask(city) }
        guard options.cities.isEmpty else { return script.exitCode }
        if isatty(STDIN_FILENO) != 0 { output.report("weather: type a city and press enter; ctrl-d ends") }
        do throws(InputLines.ReadError) {
            var lines = InputLines()
            while output.isOpen, let line = try lines.next() { await script.ask(line) }
            return script.exitCode
        } catch {
            output.report("weather: \(error)")
            return error.exitCode
        }
    }

    private func runScreen(_ options: CommandLineOptions, _ service: HTTPWeatherService) async -> Int32 {
        do throws(TerminalSessionError) {
            let application = try TerminalApplication()
            let model = WeatherViewModel(service: service, on: .main)
            model.unit.value = options.unit
            let view = model.view(source: "\(options.source)", on: .main)
            let screen = WeatherScreen(of: model, showing: view, size: application.size)
            await application.run(showing: screen.canvas, onKey: screen.press)
            return 0
        } catch {
            output.report("weather: \(error) Or name cities, see --help.")
            return 64
        }
    }
}
