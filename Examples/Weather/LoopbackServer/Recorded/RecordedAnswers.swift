import Foundation

/// OpenWeatherMap's answers for a few dozen cities, written for this example in the real service's format.
public struct RecordedAnswers: Sendable {
    private let answers: [String: String]
    /// The cities, with their countries: "Paris,FR". In the order of the recording; of two that share a name, the
    /// first is meant where no country is given.
    public let cities: [String]

    /// The answers that come with the example.
    public init() {
        let url = Bundle.module.url(forResource: "answers", withExtension: "jsonl")
        let lines = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
        self.init(lines: lines)
    }

    /// Answers from a text, one a line. A line that is none is passed over.
    init(lines: String) {
        var answers: [String: String] = [:]
        var cities: [String] = []
        for line in lines.split(separator: "\n").map(String.init) {
            guard let place = try? JSONDecoder().decode(Place.self, from: Data(line.utf8)) else { continue }
            let city = "\(place.name),\(place.sys.country)"
            cities.append(city)
            for name in [place.name, city] where answers[name.folded] == nil { answers[name.folded] = line }
        }
        self.answers = answers
        self.cities = cities
    }

    /// The answer for a city, with or without its country; nil where there is none. Case, accents and blanks at the
    /// edges do not matter, but the name has to be whole.
    public func answer(for city: String) -> String? {
        answers[
            city.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: ",").folded
        ]
    }

    private struct Place: Decodable {
        let name: String
        let sys: System

        struct System: Decodable {
            let country: String
        }
    }
}

extension String {
    fileprivate var folded: String {
        precomposedStringWithCanonicalMapping.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
