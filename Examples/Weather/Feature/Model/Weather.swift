import Foundation

/// The weather in a city at one time.
public struct Weather: Equatable, Sendable {
    /// The city, as the service writes it.
    public var city: String
    /// The state or the region; nil where it is not known.
    public var state: String?
    /// The country's two letters; nil where the service does not say.
    public var country: String?
    /// In degrees Celsius.
    public var temperature: Double
    /// The sky in a few words: "light rain".
    public var description: String
    /// What it feels like, in degrees Celsius; nil where the service does not say.
    public var feelsLike: Double?
    /// In per cent; nil where it was not measured.
    public var humidity: Double?
    /// At sea level, in hectopascals; nil where it was not measured.
    public var pressure: Double?
    /// In millimetres in the last hour; nil where there was none.
    public var rain: Double?
    /// In millimetres in the last hour; nil where there was none.
    public var snow: Double?
    /// When the sun rises and sets; nil where it does not, or the service does not say.
    public var daylight: ClosedRange<Date>?
    /// Nil where it was not measured.
    public var wind: Wind?
    /// When this was observed.
    public var time: Date
    /// Seconds that the city's clocks are ahead of universal time; nil where the service does not say.
    public var secondsFromUTC: Int?

    /// How the air moves.
    public struct Wind: Equatable, Sendable {
        /// In metres a second.
        public var speed: Double
        /// Where it comes from, in degrees clockwise from north; nil where it was not measured.
        public var direction: Double?
        /// The strongest gusts, in metres a second; nil where there are none.
        public var gust: Double?
    }
}

extension Weather {
    /// The city with its state and country, where these are known: "Paris, FR", "Paris, Texas, US".
    public var cityName: String { NamedPlace.title(city, state, country) }

    /// The time, if a calendar has it: in the years from 1 to 9999.
    var civilTime: Date? { Measurable.time.contains(time.timeIntervalSince1970) ? time : nil }
}
