/// How temperatures are shown.
public enum TemperatureUnit: String, CaseIterable, Sendable {
    case celsius
    case fahrenheit

    /// The one to switch to.
    public var other: TemperatureUnit { self == .celsius ? .fahrenheit : .celsius }

    /// "°C", "°F"
    public var symbol: String { self == .celsius ? "°C" : "°F" }

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
