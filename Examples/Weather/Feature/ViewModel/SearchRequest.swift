import Foundation

/// A request of a search.
enum SearchRequest: Equatable {
    /// The weather in a city, as it was typed; nothing where the text is empty.
    case city(String)
    /// The weather at one of the places that were found.
    case place(NamedPlace)
    /// Nothing: the places are to be shown again.
    case places

    /// Whether nobody need be asked.
    var isEmpty: Bool { self == .places || self == .city("") }
}

/// The result of a request.
enum SearchAnswer: Equatable {
    case nothing
    /// Several places have the name.
    case places([NamedPlace])
    case weather(Weather, at: NamedPlace)

    /// The place whose forecast is to follow.
    var place: NamedPlace? {
        if case .weather(_, let place) = self { place } else { nil }
    }
}

extension WeatherService {
    /// Answers a request. A name that only one place has leads to the weather there.
    func answer(to request: SearchRequest) async throws(WeatherError) -> SearchAnswer {
        switch request {
        case .places, .city(""): return .nothing
        case .place(let place): return .weather(try await weather(at: .place(place)), at: place)
        case .city(let name):
            let places = try await places(asTyped: name)
            guard let place = places.first else { throw .unknownCity(name) }
            return places.count == 1 ? try await answer(to: .place(place)) : .places(places)
        }
    }

    /// The places that have a name. Services know no state or region by its name, so "Springfield, Illinois" is looked
    /// up among the places called Springfield.
    func places(asTyped name: String) async throws(WeatherError) -> [NamedPlace] {
        let places = try await places(named: name)
        let words = name.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespacesAndNewlines) }
        guard places.isEmpty, words.count > 1 else { return places }
        return try await self.places(named: words[0]).filter { place in
            words.dropFirst().allSatisfy { word in
                [place.state, place.country].contains { $0?.caseInsensitiveCompare(word) == .orderedSame }
            }
        }
    }
}
