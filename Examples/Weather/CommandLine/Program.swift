import Foundation
import Millrace
import MillraceTerminal
import WeatherLoopback
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
            let options = try CommandLineOptions(arguments, hasKey: !key.isEmpty)
            if options.help || options.version {
                output.write(options.help ? CommandLineOptions.helpText : CommandLineOptions.versionText)
                return 0
            }
            return await open(options)
        } catch {
            output.report(error.description)
            return error.exitCode
        }
    }

    private func open(_ options: CommandLineOptions) async -> Int32 {
        switch options.source {
        case .server(let address):
            return await run(options, asking: service(at: address, APIKey(key), options))
        case .recorded(let latency, let failEvery):
            // On Linux a proxy that the environment names would be asked for this machine too. Nobody else is asked,
            // and no other thread has begun that could read the environment meanwhile.
            setenv("no_proxy", "127.0.0.1", 1)
            do throws(SystemError) {
                let server = try LoopbackServer(RecordedWeather(latency: latency, failEvery: failEvery))
                defer { server.stop() }
                return await run(options, asking: service(at: server.baseURL, APIKey(""), options))
            } catch {
                output.report("weather: no server could be started: \(error)")
                return 71
            }
        }
    }

    private func service(at address: URL, _ key: APIKey, _ options: CommandLineOptions) -> HTTPWeatherService {
        HTTPWeatherService(baseURL: address, key: key, language: options.language)
    }

    private func run(_ options: CommandLineOptions, asking service: HTTPWeatherService) async -> Int32 {
        let isScript =
            options.json || options.task != .weather || options.place != nil || !options.cities.isEmpty
            || isatty(STDIN_FILENO) == 0
        return isScript ? await runScript(options, service) : await runScreen(options, service)
    }

    private func runScript(_ options: CommandLineOptions, _ service: HTTPWeatherService) async -> Int32 {
        if case .recorded = options.source { output.report("weather: \(options.source)") }
        var script = WeatherScript(
            asking: service,
            for: options.task,
            place: options.place,
            in: options.unit,
            asJSON: options.json,
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
