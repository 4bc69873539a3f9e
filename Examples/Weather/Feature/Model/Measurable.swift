/// The ranges of what can be measured on Earth, with some room on either side.
///
/// A number outside of these is not a measurement, and may not fit into an integer, a calendar or a time zone. So every
/// number is checked when an answer is read.
enum Measurable {
    /// In degrees Celsius, from the lowest that there is.
    static let temperature = -273.15...1000
    /// In per cent.
    static let humidity = 0.0...1000
    /// In metres a second.
    static let windSpeed = 0.0...1000
    /// In hectopascals.
    static let pressure = 0.0...2000
    /// In millimetres.
    static let precipitation = 0.0...10_000
    /// How likely something is.
    static let probability = 0.0...1
    /// In degrees north of the equator.
    static let latitude = -90.0...90
    /// In degrees east of Greenwich.
    static let longitude = -360.0...360
    /// In degrees clockwise.
    static let direction = -360.0...360
    /// In seconds since 1970: the years from 1 to 9999.
    static let time = -62_135_596_800.0...253_402_300_799
    /// In seconds ahead of universal time, as far as a `TimeZone` goes: 18 hours.
    static let secondsFromUTC = -64_800.0...64_800
}
