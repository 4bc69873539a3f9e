/// A place that has a name: one of those among which to choose where several have the same.
public struct NamedPlace: Equatable, Sendable {
    /// The name, in the language of the answers where it is known in that.
    public var name: String
    /// The state or the region; nil where the service does not say.
    public var state: String?
    /// The country's two letters; nil where the service does not say.
    public var country: String?
    /// In degrees north of the equator.
    public var latitude: Double
    /// In degrees east of Greenwich.
    public var longitude: Double

    /// "Paris, Texas, US": as much as it takes to tell it from others of its name.
    public var title: String { Self.title(name, state, country) }

    static func title(_ name: String, _ state: String?, _ country: String?) -> String {
        [name, state == name ? nil : state, country].compactMap { $0 }.joined(separator: ", ")
    }
}

/// What the weather is asked for.
public enum Location: Equatable, Sendable {
    /// A city's name as a person types it, with or without a country: "Paris", "Paris,US". Where several places have
    /// that name, the service chooses.
    case city(String)
    /// A place that was found before.
    case place(NamedPlace)

    /// The place's name, as it was typed or found.
    public var name: String {
        switch self {
        case .city(let name): name
        case .place(let place): place.title
        }
    }
}
