/// OpenWeatherMap's answer to a question for the places that have a name, as far as it is used here: a list of these.
struct PlacesAnswer: Decodable {
    let places: [Found]

    struct Found: Decodable {
        let name: String
        @IfReadable var local_names: [String: String]?
        let lat: Double
        let lon: Double
        @IfReadable var country: String?
        @IfReadable var state: String?
    }

    init(from decoder: any Decoder) throws {
        places = try [Found](from: decoder)
    }

    /// The places, each once: for a large city the service has several entries, whose titles are the same.
    ///
    /// - Parameter language: The language of the names, as the service names it: `de`, `pt_br`; nil for the places'
    ///   own.
    func read(in language: String?) throws(WeatherError) -> [NamedPlace] {
        let language = language.map { String($0.prefix { $0 != "_" }) }
        var read: [NamedPlace] = []
        for (index, found) in places.enumerated() {
            let place = NamedPlace(
                name: language.flatMap { found.local_names?[$0] } ?? found.name,
                state: found.state,
                country: found.country,
                latitude: try found.lat.measured(Measurable.latitude, "[\(index)].lat"),
                longitude: try found.lon.measured(Measurable.longitude, "[\(index)].lon")
            )
            if !read.contains(where: { $0.title == place.title }) { read.append(place) }
        }
        return read
    }
}
