import Foundation
import MillraceNetwork

/// The recorded answer to one request, as the service would give it.
struct RecordedReply {
    private let answers: RecordedAnswers
    private let query: [String: String]
    private var language: String? { query["lang"] }

    init(_ answers: RecordedAnswers, to query: [String: String]) {
        self.answers = answers
        self.query = query
    }

    /// To `/data/2.5/weather`
    var weather: Response {
        located { city in
            var answer = city.object
            answer["name"] = city.name(in: language)
            answer["weather"] = translated(answer["weather"])
            return answer
        }
    }

    /// To `/data/2.5/forecast`
    var forecast: Response {
        located { city in
            RecordedForecast(city.object).answer(named: city.name(in: language), country: city.country) { condition in
                answers.words(for: condition, in: language)
            }
        }
    }

    /// To `/geo/1.0/direct`
    var places: Response {
        guard let name = query["q"], !name.isEmpty else { return .nothingToGeocode }
        let limit = query["limit"].flatMap { Int($0) } ?? 1
        let places = answers.found(name).prefix(max(0, min(limit, 5))).map { city in
            var place: [String: Any] = ["name": city.name, "lat": city.latitude, "lon": city.longitude]
            place["country"] = city.country
            place["local_names"] = city.localNames
            place["state"] = city.state
            return place
        }
        return .json(Array(places))
    }

    private func located(_ answer: (RecordedCity) -> [String: Any]) -> Response {
        if let latitude = query["lat"].flatMap(Double.init), let longitude = query["lon"].flatMap(Double.init) {
            return answers.found(latitude: latitude, longitude: longitude).map { .json(answer($0)) } ?? .cityNotFound
        }
        guard let city = query["q"], !city.isEmpty else { return .nothingToGeocode }
        guard let found = answers.found(city).first else { return .cityNotFound }
        return .json(answer(found))
    }

    /// The conditions in the asked language.
    private func translated(_ conditions: Any?) -> [[String: Any]] {
        (conditions as? [[String: Any]] ?? []).map { condition in
            var condition = condition
            let words = (condition["id"] as? Int).flatMap { answers.words(for: $0, in: language) }
            condition["description"] = words ?? condition["description"]
            return condition
        }
    }
}

extension RecordedCity {
    /// The answer as it was recorded, taken apart.
    fileprivate var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) ?? [:]
    }
}

extension Response {
    fileprivate static let nothingToGeocode = Response(400, json: #"{"cod":"400","message":"Nothing to geocode"}"#)
    fileprivate static let cityNotFound = Response(404, json: #"{"cod":"404","message":"city not found"}"#)

    fileprivate static func json(_ object: Any) -> Response {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? JSONSerialization.data(withJSONObject: object, options: options)) ?? Data("{}".utf8)
        return Response(headers: [HTTPHeader("Content-Type", "application/json")], body: data)
    }
}
