import MillraceBase
import MillraceFlux

/// The texts that lines call by numbers: types of actions, stores, places in the source. Each is written once, in a
/// line before the first one that has its number.
struct InspectionNames {
    private var numbers: [String: Int] = [:]
    private var types: [ObjectIdentifier: Int] = [:]

    /// Those that were not written yet, in the order of their numbers.
    private var news: [String] = []

    /// Returns the number of a text.
    mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        let number = numbers.count
        numbers[name] = number
        news.append(name)
        return number
    }

    /// Returns the number of a type's name, which has the names of the types that it is nested in.
    mutating func number(of type: any Action.Type) -> Int {
        if let number = types[ObjectIdentifier(type)] { return number }
        let number = number(of: Self.name(of: type))
        types[ObjectIdentifier(type)] = number
        return number
    }

    static func name(of type: any Action.Type) -> String {
        (type as? any RecordedAction.Type)?.recordedName ?? ActionName(of: type).short
    }

    /// Returns the names that were not written yet, which count as written.
    mutating func takeNews() -> [String] { exchange(&news, with: []) }
}
