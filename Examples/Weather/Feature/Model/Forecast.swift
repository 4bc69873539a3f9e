import Foundation

/// The weather that is expected in a city: five days, by three hours.
public struct Forecast: Equatable, Sendable {
    /// The city, as the service writes it.
    public var city: String
    /// The state or the region; nil where it is not known.
    public var state: String?
    /// The country's two letters; nil where the service does not say.
    public var country: String?
    /// Seconds that the city's clocks are ahead of universal time; nil where the service does not say.
    public var secondsFromUTC: Int?
    /// What is expected, in the order of time. There is at least one step in what a service answers.
    public var steps: [Step]

    /// What is expected at one time.
    public struct Step: Equatable, Sendable {
        /// When the three hours begin.
        public var time: Date
        /// In degrees Celsius.
        public var temperature: Double
        /// The sky in a few words: "light rain".
        public var description: String
        /// How likely it is that rain or snow falls, from 0 to 1; nil where the service does not say.
        public var probability: Double?
        /// In millimetres in three hours; nil where none is expected.
        public var rain: Double?
        /// In millimetres in three hours; nil where none is expected.
        public var snow: Double?
        /// Nil where the service does not say.
        public var wind: Weather.Wind?
    }

    /// The city with its state and country, where these are known: "Paris, Texas, US".
    public var cityName: String { NamedPlace.title(city, state, country) }
}
