import Foundation

/// OpenWeatherMap's answers for a few dozen cities, written for this example in the real service's format.
public struct RecordedAnswers: Sendable {
    let all: [RecordedCity]
    private let byName: [String: [RecordedCity]]
    private let words: [String: [String: String]]

    /// The answers that come with the example.
    public init() {
        func text(_ name: String, _ type: String) -> String {
            let url = Bundle.module.url(forResource: name, withExtension: type)
            return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
        }
        self.init(lines: text("answers", "jsonl"), places: text("places", "json"), words: text("words", "json"))
    }

    /// Creates answers from texts.
    ///
    /// - Parameters:
    ///   - lines: One answer per line. Other lines are skipped.
    ///   - places: What else is known of a place, by the answer's `id`.
    ///   - words: The words for a condition of the weather, by language and by the condition's `id`.
    init(lines: String, places: String = "{}", words: String = "{}") {
        let decoder = JSONDecoder()
        let details = (try? decoder.decode([String: RecordedCity.Details].self, from: Data(places.utf8))) ?? [:]
        self.words = (try? decoder.decode([String: [String: String]].self, from: Data(words.utf8))) ?? [:]
        var all: [RecordedCity] = []
        var byName: [String: [RecordedCity]] = [:]
        for line in lines.split(separator: "\n").map(String.init) {
            guard let city = RecordedCity(line, details) else { continue }
            all.append(city)
            for name in city.names { byName[name.folded, default: []].append(city) }
        }
        self.all = all
        self.byName = byName
    }

    /// The languages besides English.
    public var languages: [String] { words.keys.sorted() }

    /// The cities that have a name, with or without country, or with state and country. Case, accents and blanks at the
    /// edges do not matter, but the name has to be whole.
    func found(_ name: String) -> [RecordedCity] {
        let parts = name.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return byName[parts.joined(separator: ",").folded] ?? []
    }

    /// The city at a place, to some hundred metres; nil where there is none.
    func found(latitude: Double, longitude: Double) -> RecordedCity? {
        all.first { abs($0.latitude - latitude) < 0.002 && abs($0.longitude - longitude) < 0.002 }
    }

    /// The words for a condition of the weather; nil where they are not known in the language.
    func words(for condition: Int, in language: String?) -> String? {
        language.flatMap { words[$0]?["\(condition)"] }
    }
}

/// A city of the recording.
struct RecordedCity: Sendable {
    /// The answer as it was recorded.
    let line: String
    let name: String
    let country: String
    let latitude: Double
    let longitude: Double
    let state: String?
    let localNames: [String: String]

    struct Details: Decodable {
        let state: String?
        let local_names: [String: String]?
    }

    private struct Answer: Decodable {
        let id: Int
        let name: String
        let coord: Coordinates
        let sys: System

        struct Coordinates: Decodable { let lat, lon: Double }
        struct System: Decodable { let country: String }
    }

    /// Nil where the line is no answer.
    init?(_ line: String, _ details: [String: Details]) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)) else { return nil }
        let details = details["\(answer.id)"]
        self.line = line
        (name, country) = (answer.name, answer.sys.country)
        (latitude, longitude) = (answer.coord.lat, answer.coord.lon)
        (state, localNames) = (details?.state, details?.local_names ?? [:])
    }

    /// The name in a language, as the service names it: `pt_br`.
    func name(in language: String?) -> String {
        language.flatMap { localNames[String($0.prefix { $0 != "_" })] } ?? name
    }

    /// All names by which it can be found.
    fileprivate var names: Set<String> {
        var names = Set<String>()
        for name in localNames.values + [name] {
            names.formUnion([name, "\(name),\(country)"])
            if let state { names.insert("\(name),\(state),\(country)") }
        }
        return names
    }
}

extension String {
    fileprivate var folded: String {
        precomposedStringWithCanonicalMapping.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
