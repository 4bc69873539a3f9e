/// The units that people and programs write on measured drawings.
enum MeasureUnit {
    /// What a unit measures, and what it is called here; nil where it is not known.
    static func known(_ text: String) -> (kind: Quantity.Kind, name: String)? { units[normalized(text)] }

    /// What a unit is called here, as far as it is known.
    static func name(_ text: String) -> String { known(text)?.name ?? text }

    /// How many points of a page a unit of length is; nil where it is no such unit.
    static func points(_ text: String) -> Double? {
        known(text).flatMap { $0.kind == .length ? points[$0.name] : nil }
    }

    private static func normalized(_ text: String) -> String {
        text.lowercased().filter { !$0.isWhitespace && $0 != "." }
    }

    private static let points: [String: Double] = [
        "pt": 1, "in": 72, "ft": 864, "yd": 2_592, "mi": 4_561_920, "mm": 72 / 25.4, "cm": 72 / 2.54, "m": 7_200 / 2.54,
        "km": 7_200_000 / 2.54,
    ]

    private static let lengths: [String: [String]] = [
        "pt": ["pt", "pts"], "in": ["in", "inch", "inches", "\"", "″"], "ft": ["ft", "foot", "feet", "'", "′", "lf"],
        "yd": ["yd", "yard", "yards"], "mi": ["mi", "mile", "miles"], "mm": ["mm", "millimeters", "millimetres"],
        "cm": ["cm", "centimeters", "centimetres"], "m": ["m", "meter", "meters", "metre", "metres"],
        "km": ["km", "kilometers", "kilometres"],
    ]

    /// Every spelling, without blanks and full stops.
    private static let units: [String: (kind: Quantity.Kind, name: String)] = {
        var units: [String: (kind: Quantity.Kind, name: String)] = [
            "sf": (.area, "sq ft"), "sy": (.area, "sq yd"), "cf": (.volume, "cu ft"), "cy": (.volume, "cu yd"),
        ]
        for (name, spellings) in lengths {
            for spelling in spellings {
                units[spelling] = (.length, name)
                for form in ["sq\(spelling)", "square\(spelling)", "\(spelling)²", "\(spelling)2", "\(spelling)^2"] {
                    units[form] = (.area, "sq \(name)")
                }
                for form in ["cu\(spelling)", "cubic\(spelling)", "\(spelling)³", "\(spelling)3", "\(spelling)^3"] {
                    units[form] = (.volume, "cu \(name)")
                }
            }
        }
        return units
    }()
}
