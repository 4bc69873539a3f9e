/// How temperatures are shown.
public enum TemperatureUnit: String, CaseIterable, Sendable {
    case celsius
    case fahrenheit

    /// The one to switch to.
    public var other: TemperatureUnit { self == .celsius ? .fahrenheit : .celsius }

    /// A temperature in words: "17 °C", "63 °F".
    ///
    /// - Parameter celsius: The temperature in degrees Celsius, whatever the unit.
    public func text(celsius: Double) -> String {
        switch self {
        case .celsius: "\(Self.rounded(celsius)) °C"
        case .fahrenheit: "\(Self.rounded(celsius * 1.8 + 32)) °F"
        }
    }

    /// Without a fraction, and without the sign that a rounded -0.4 would have.
    private static func rounded(_ degrees: Double) -> String {
        let whole = degrees.rounded()
        return Int(exactly: whole).map(String.init) ?? "\(whole)"
    }
}
