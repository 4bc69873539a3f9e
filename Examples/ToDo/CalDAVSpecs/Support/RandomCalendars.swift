@testable import CalDAV

/// Calendars as no program would write them.
enum RandomCalendars {
    private static let letters = Array("aZ0 -,;:\\\"^'n<&]>äß水👨‍👩‍👧é\u{301}\t")

    static func text(_ random: inout some RandomNumberGenerator, upTo length: Int = 120) -> String {
        let count = Int.random(in: 0...length, using: &random)
        return String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
    }

    static func name(_ random: inout some RandomNumberGenerator) -> String {
        ["SUMMARY", "x-Foo", "X-LIC-LOCATION", "due", "CATEGORIES"].randomElement(using: &random)!
    }

    static func property(_ random: inout some RandomNumberGenerator) -> CalendarProperty {
        let parameters = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            let values = (0..<Int.random(in: 0...2, using: &random)).map { _ in text(&random, upTo: 20) }
            return CalendarParameter(name(&random), values)
        }
        return CalendarProperty(name(&random), text(&random), parameters: parameters)
    }

    static func component(_ random: inout some RandomNumberGenerator, depth: Int = 0) -> CalendarComponent {
        let properties = (0..<Int.random(in: 0...4, using: &random)).map { _ in property(&random) }
        let count = depth < 4 ? Int.random(in: 0...2, using: &random) : 0
        let components = (0..<count).map { _ in component(&random, depth: depth + 1) }
        return CalendarComponent(["VTODO", "X-thing"].randomElement(using: &random)!, properties, components)
    }
}
