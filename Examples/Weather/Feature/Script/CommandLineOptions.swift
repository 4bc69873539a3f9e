import Foundation
import MillraceTerminal

/// What the command line asks for.
public struct CommandLineOptions: Equatable, Sendable {
    /// The cities to ask for; none to show a screen, or to read cities from standard input, if that is no terminal.
    public var cities: [String] = []
    /// Where the answers come from.
    public var source = Source.recorded(latency: .zero, failEvery: nil)
    /// How temperatures are shown.
    public var unit = TemperatureUnit.celsius
    /// The language of the service's words; nil for English.
    public var language: String?
    /// What to ask for each city.
    public var task = WeatherTask.weather
    /// The number of the place to take, from 1, if several have the name; nil to let the service choose.
    public var place: Int?
    /// Whether every answer is a JSON object.
    public var json = false
    /// Whether to print the help, and do nothing else.
    public var help = false
    /// Whether to print the version, and do nothing else.
    public var version = false

    /// Creates options that show the screen, with recorded answers.
    public init() {}

    /// Where answers come from.
    public enum Source: Equatable, Sendable {
        /// Recorded answers, each of which takes `latency`, and fails if its number divides by `failEvery`.
        case recorded(latency: Duration, failEvery: Int?)
        /// The server at an address.
        case server(URL)
    }

    /// The error that a command line cannot be understood.
    public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
        /// What is wrong and how to fix it, in one line.
        public let description: String
        /// The exit status, as in `sysexits.h`.
        public var exitCode: Int32 { 64 }
    }
}

extension CommandLineOptions.Source: CustomStringConvertible {
    /// Where the answers come from, for a person.
    public var description: String {
        switch self {
        case .recorded: "Offline: recorded answers"
        case .server(let address): "Online: \(address.host ?? "")"
        }
    }
}

extension CommandLineOptions {
    /// Reads the arguments after the program's name. After `--` every argument is a city.
    ///
    /// - Parameters:
    ///   - hasKey: Whether there is a key to the weather service, so that it can be asked. The key itself is not needed
    ///     here.
    ///   - recordedLanguages: The languages of the recorded answers besides English.
    public init(_ arguments: [String], hasKey: Bool, recordedLanguages: [String]) throws(UsageError) {
        var server = hasKey ? URL(string: HTTPWeatherService.defaultAddress) : nil
        var latency: Duration?
        var failEvery: Int?
        var rest = arguments[...]
        var areOptionsOver = false
        while let argument = rest.popFirst() {
            guard !areOptionsOver, argument.hasPrefix("-") else {
                guard !argument.trimmingSpaces.isEmpty else { throw .init("a city's name is empty") }
                cities.append(argument)
                continue
            }
            let (name, value) = argument.nameAndValue
            func next() throws(UsageError) -> String {
                guard let next = value ?? rest.popFirst(), !next.isEmpty else { throw .init("\(name) needs a value") }
                return next
            }
            switch name {
            case "--base-url": server = try Self.address(next())
            case "--latency": latency = try Self.duration(next())
            case "--lang": language = try Self.language(next())
            case "--fail-every": failEvery = try Self.count(next(), of: name)
            case "--place": place = try Self.count(next(), of: name)
            case _ where value != nil: throw .init("there is no option \(name)=")
            case "--": areOptionsOver = true
            case "--json": json = true
            case "--forecast": try set(.forecast)
            case "--places": try set(.places)
            case "--fahrenheit": unit = .fahrenheit
            case "--help", "-h": help = true
            case "--version": version = true
            default: throw .init("there is no option \(name)")
            }
        }
        guard place == nil || task != .places else {
            throw .init("--place chooses one of the places that --places lists, without --places")
        }
        try expectLanguage(in: server == nil ? ["en"] + recordedLanguages : HTTPWeatherService.languages)
        guard let server else {
            source = .recorded(latency: latency ?? .zero, failEvery: failEvery)
            return
        }
        guard latency == nil, failEvery == nil else {
            throw .init("--latency and --fail-every are for recorded answers, without --base-url and without a key")
        }
        source = .server(server)
    }

    private mutating func set(_ task: WeatherTask) throws(UsageError) {
        guard self.task == .weather || self.task == task else { throw .init("--forecast goes without --places") }
        self.task = task
    }

    private static func address(_ text: String) throws(UsageError) -> URL {
        guard let address = URL(string: text), HTTPWeatherService.canAsk(at: address) else {
            throw .init("--base-url needs an address of http or https")
        }
        return address
    }

    /// "400ms", "2s", "1.5s"
    private static func duration(_ text: String) throws(UsageError) -> Duration {
        let isMilliseconds = text.hasSuffix("ms")
        let number = text.dropLast(isMilliseconds ? 2 : 1)
        guard isMilliseconds || text.hasSuffix("s"), number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
            let value = Double(number), value < 1_000_000
        else { throw .init("--latency needs a time such as 400ms or 2s") }
        return isMilliseconds ? .milliseconds(value) : .seconds(value)
    }

    /// In a language that the service does not know it would answer in English.
    private func expectLanguage(in known: [String]) throws(UsageError) {
        guard let language, !known.contains(language) else { return }
        throw UsageError(
            description: """
                weather: there are no answers in the language \(language). \
                To fix: use one of \(known.sorted().joined(separator: ", ")).
                """
        )
    }

    /// "de", "pt_br"
    private static func language(_ text: String) throws(UsageError) -> String {
        let text = text.lowercased().replacing("-", with: "_")
        guard text.wholeMatch(of: /[a-z]{2}(_[a-z]{2})?/) != nil else {
            throw .init("--lang needs a language such as de or pt_br")
        }
        return text
    }

    private static func count(_ text: String, of option: String) throws(UsageError) -> Int {
        guard let count = Int(text), count > 0 else { throw .init("\(option) needs a number, from 1") }
        return count
    }
}

extension CommandLineOptions.UsageError {
    fileprivate init(_ what: String) {
        description = "weather: \(what.oneLine). To fix: see weather --help."
    }
}

extension String {
    /// An option's name and the value after its `=`; nil if there is no `=`.
    fileprivate var nameAndValue: (String, String?) {
        guard let sign = firstIndex(of: "=") else { return (self, nil) }
        return (String(self[..<sign]), String(self[index(after: sign)...]))
    }
}
