import Foundation
import MillraceTerminal

/// What the command line asks for.
public struct CommandLineOptions: Equatable, Sendable {
    /// The cities to ask for; none to show a screen, or to read cities from standard input, if that is no terminal.
    public var cities: [String] = []
    /// The server that is asked; nil for recorded answers.
    public var server: URL?
    /// How long each recorded answer takes.
    public var latency: Duration?
    /// Every recorded answer whose number divides by this fails; nil for none.
    public var failEvery: Int?
    /// How temperatures are shown.
    public var unit = TemperatureUnit.celsius
    /// The file in which the screen keeps the unit for its next run; nil for none.
    public var settings: String?
    /// The language of the service's words; nil for English.
    public var language: String?
    /// What to ask for each city.
    public var task = WeatherTask.weather
    /// The number of the place to take, from 1, if several have the name; nil to let the service choose.
    public var place: Int?
    /// Whether every answer is a JSON object.
    public var json = false
}

extension CommandLineOptions {
    /// Reads the arguments after the program's name.
    ///
    /// - Parameters:
    ///   - hasKey: Whether there is a key to the weather service, so that it can be asked. The key itself is not needed
    ///     here.
    ///   - recordedLanguages: The languages of the recorded answers besides English.
    public init(_ arguments: [String], hasKey: Bool, recordedLanguages: [String]) throws(ProgramExit) {
        self = try Self.declared.read(arguments, into: CommandLineOptions())
        if server == nil, hasKey { server = URL(string: HTTPWeatherService.defaultAddress) }
        guard place == nil || task != .places else {
            throw .usage("--place chooses one of the places that --places lists, without --places")
        }
        // In a language that the service does not know it would answer in English.
        let languages = server == nil ? ["en"] + recordedLanguages : HTTPWeatherService.languages
        if let language, !languages.contains(language) {
            throw .usage(
                "there are no answers in the language \(language)",
                fix: "use one of \(languages.sorted().joined(separator: ", "))"
            )
        }
        guard server == nil || latency == nil && failEvery == nil else {
            throw .usage("--latency and --fail-every are for recorded answers, without --base-url and without a key")
        }
    }

    /// Where the answers come from, for a person.
    public var source: String { server.map { "Online: \($0.host ?? "")" } ?? "Offline: recorded answers" }

    private static var declared: ProgramOptions<CommandLineOptions> {
        ProgramOptions(
            of: "weather",
            version: "0.1.0",
            usage: """
                [CITY …] [--forecast | --places] [--place N] [--json] [--fahrenheit] [--lang LANGUAGE]
                        [--settings FILE] [--base-url URL] [--latency TIME] [--fail-every N]
                """,
            about: """
                Shows the weather in a city while its name is typed, with the forecast; where several places have that name,
                one is chosen. Press ? for the keys. With cities on the command line, or if standard input is no terminal, it
                prints one answer a line instead, for one city a line: "Paris", or "Paris,US". Without a terminal and a
                city it does so for three.

                The answers come from OpenWeatherMap if OPENWEATHERMAP_API_KEY holds a key to it. Without a key, and without
                --base-url, they are recorded ones for a few dozen cities.
                """,
            options: [
                .choice("--forecast", \.task, .forecast, "prints the next days, a line each; with --json by 3 hours"),
                .choice("--places", \.task, .places, "prints the places that have the name, a line each, numbered"),
                .value("--place N", \.place, .number(in: 1...Int.max), "takes the Nth of these, not the best known"),
                .flag("--json", \.json, "makes every answer a JSON object; in recorded ones \"recorded\" is true"),
                .choice("--fahrenheit", \.unit, .fahrenheit, "shows degrees Fahrenheit, and winds in miles an hour"),
                .value(
                    "--settings FILE",
                    \.settings,
                    .text,
                    "keeps the unit that is chosen on the screen in FILE, for the next run"
                ),
                .value(
                    "--lang LANGUAGE",
                    \.language,
                    language,
                    """
                    asks for the weather in words of a language: de, pt_br; recorded answers have English, de, es, fr, ja
                    and pt_br
                    """
                ),
                .value("--base-url URL", \.server, .webAddress, "asks a server that answers as OpenWeatherMap does"),
                .value("--latency TIME", \.latency, .time, "makes each recorded answer take so long: 400ms, 2s"),
                .value("--fail-every N", \.failEvery, .number(in: 1...Int.max), "makes every Nth recorded answer fail"),
            ],
            ending: """
                Exit status: 0, also where a city is unknown; 64 for wrong usage; 66 if standard input or the settings cannot be read; 69 if
                the service could not be used for one of the cities; 74 where output does not arrive, as on a full disk; 141
                where nobody reads it any more.
                """,
            argument: { $0.cities.append($1) }
        )
    }

    /// "de", "pt_br"
    private static var language: ProgramArgument<String> {
        ProgramArgument("a language such as de or pt_br") { text in
            let text = text.lowercased().replacing("-", with: "_")
            return text.wholeMatch(of: /[a-z]{2}(_[a-z]{2})?/) == nil ? nil : text
        }
    }
}
