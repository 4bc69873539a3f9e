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
        "\(Self.rounded(degrees(celsius: celsius))) \(symbol)"
    }

    /// A temperature in this unit.
    ///
    /// - Parameter celsius: The temperature in degrees Celsius, whatever the unit.
    public func degrees(celsius: Double) -> Double { self == .celsius ? celsius : celsius * 1.8 + 32 }

    /// Without a fraction, and without the sign that a rounded -0.4 would have.
    private static func rounded(_ degrees: Double) -> String {
        let whole = degrees.rounded()
        return Int(exactly: whole).map(String.init) ?? "\(whole)"
    }
}
