/// How temperatures are shown.
public enum TemperatureUnit: String, Codable, CaseIterable, Sendable {
    case celsius
    case fahrenheit

    /// The one to switch to.
    public var other: TemperatureUnit { self == .celsius ? .fahrenheit : .celsius }

    /// "°C", "°F"
    public var symbol: String { self == .celsius ? "°C" : "°F" }

    /// A speed in words, as it goes with this unit: "4.6 m/s", "10 mph".
    ///
    /// - Parameter metres: The speed in metres a second, whatever the unit.
    public func speed(metres: Double) -> String {
        self == .celsius ? "\((metres * 10).rounded() / 10) m/s" : "\((metres * 2.236_936).wholeText) mph"
    }

    /// A temperature in words: "17 °C", "63 °F".
    ///
    /// - Parameter celsius: The temperature in degrees Celsius, whatever the unit.
    public func text(celsius: Double) -> String {
        "\(degrees(celsius: celsius).wholeText) \(symbol)"
    }

    /// A temperature in this unit.
    ///
    /// - Parameter celsius: The temperature in degrees Celsius, whatever the unit.
    public func degrees(celsius: Double) -> Double { self == .celsius ? celsius : celsius * 1.8 + 32 }
}

extension Double {
    /// Without a fraction, and without the sign that a rounded -0.4 would have. Any number has such a text.
    var wholeText: String {
        let whole = rounded()
        return Int(exactly: whole).map(String.init) ?? "\(whole)"
    }
}
