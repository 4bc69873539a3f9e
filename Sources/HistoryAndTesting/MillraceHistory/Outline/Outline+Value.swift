import Foundation
import MillraceFlux

extension Outline {
    /// How much of a value is shown.
    package enum Detail {
        /// The whole value, to be recorded or compared. Properties that are nil are left out, objects are taken apart,
        /// and an enumeration with a custom description is shown by that.
        case whole
        /// As much as fits a line of a message. Properties that are nil are shown, objects, dates and data by their
        /// description, actions by one of their own, and enumerations by their case.
        case brief
    }

    /// Creates the outline of a value by reflection.
    ///
    /// Dictionaries and sets are sorted. A value of the standard library or of Foundation that is not a collection is
    /// shown by its description; an object that is part of itself by its type.
    package init(_ value: Any, _ detail: Detail = .whole) {
        var outliner = Outliner(detail)
        self = outliner.outline(value)
    }
}

/// Returns a value on one line of limited length, the same in every process.
package func valueText(_ value: Any) -> String { Outline(value, .brief).line ?? "" }

/// Returns the name of a field as it was written, from its label in a mirror; nil for a field without a name.
package func fieldName(_ label: String?) -> String? {
    guard let label else { return nil }
    let prefix = "$__lazy_storage_$_"
    // The unlabelled elements of a tuple are named ".0", ".1" by reflection.
    if label.hasPrefix(prefix) { return String(label.dropFirst(prefix.count)) }
    return label.hasPrefix(".") ? nil : label
}

/// Takes a value apart, until there is no room left if only a part is to be shown.
private struct Outliner {
    typealias Part = (label: String?, content: Outline)

    /// The largest size of an unordered container that is shown briefly element by element, which requires sorting.
    private static let largestSorted = 100

    private let detail: Outline.Detail
    /// The approximate number of bytes for which there is still room.
    private var room: Int
    /// The objects that the value is part of.
    private var objects: [ObjectIdentifier] = []

    init(_ detail: Outline.Detail) {
        self.detail = detail
        room = detail == .brief ? Outline.briefLength : .max
    }

    mutating func outline(_ value: Any) -> Outline {
        if let text = value as? any StringProtocol { return outline(text: text) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { outline($0.value) } ?? leaf("nil")
        case .collection: return list(mirror.children.lazy.map { (nil, $0.value) }, "[", "]")
        case .set: return outline(set: mirror)
        case .dictionary: return outline(dictionary: mirror)
        case .tuple: return fields(of: mirror.children)
        case .enum: return outline(caseOf: value, mirror)
        default: return outline(structure: value, mirror)
        }
    }

    private mutating func leaf(_ text: String) -> Outline {
        room -= detail == .brief ? text.utf8.count : 0
        return .leaf(text)
    }

    /// Returns a value's description, or its beginning.
    private mutating func description(of value: Any) -> Outline {
        leaf(detail == .brief ? String("\(value)".prefix(Outline.briefLength)) : "\(value)")
    }

    private mutating func outline(text: some StringProtocol) -> Outline {
        guard detail == .brief else {
            let lines = text.components(separatedBy: "\n")
            return lines.count == 1 ? .leaf(String(text).debugDescription) : .text(lines)
        }
        let shown = text.prefix(Outline.briefLength)
        return leaf(String(shown).debugDescription + (shown.endIndex < text.endIndex ? "…" : ""))
    }

    private mutating func list(
        head: String = "",
        _ parts: some Sequence<(label: String?, value: Any)>,
        _ opening: String,
        _ closing: String
    ) -> Outline {
        room -= detail == .brief ? head.utf8.count + 2 : 0
        var shown: [Part] = []
        for (label, value) in parts {
            guard room > 0 else {
                shown.append((nil, .leaf("…")))
                break
            }
            room -= detail == .brief ? (label?.utf8.count ?? 0) + 2 : 0
            shown.append((label, outline(value)))
        }
        return .parts(head: head, brackets: (opening, closing), shown)
    }

    private mutating func fields(head: String = "", of children: some Sequence<Mirror.Child>) -> Outline {
        list(head: head, children.lazy.map { (fieldName($0.label), $0.value) }, "(", ")")
    }

    private mutating func outline(set: Mirror) -> Outline {
        if let count = tooMany(set) { return leaf("{\(count.grouped) values}") }
        return list(set.children.map(\.value).sorted { precedes($0, $1, detail) }.map { (nil, $0) }, "{", "}")
    }

    private mutating func outline(dictionary: Mirror) -> Outline {
        if let count = tooMany(dictionary) { return leaf("[\(count.grouped) values]") }
        let entries = dictionary.children.map { Array(Mirror(reflecting: $0.value).children.map(\.value)) }
            .sorted { precedes($0[0], $1[0], detail) }
            .map { (label: Outline($0[0], detail).line, value: $0[1]) }
        return entries.isEmpty ? leaf("[:]") : list(entries, "[", "]")
    }

    private func tooMany(_ mirror: Mirror) -> Int? {
        detail == .brief && mirror.children.count > Self.largestSorted ? mirror.children.count : nil
    }

    private mutating func outline(caseOf value: Any, _ mirror: Mirror) -> Outline {
        let payload = mirror.children.first
        let isDescribed = detail == .whole && payload == nil && value is any CustomStringConvertible
        guard !isDescribed, let name = payload?.label ?? caseName(of: value) else { return description(of: value) }
        guard let payload else { return leaf(".\(name)") }
        let tuple = Mirror(reflecting: payload.value)
        let parts = tuple.displayStyle == .tuple ? Array(tuple.children) : [(nil, payload.value)]
        return fields(head: ".\(name)", of: parts)
    }

    private mutating func outline(structure value: Any, _ mirror: Mirror) -> Outline {
        if let text = undivided(value, mirror) { return text }
        let type = type(of: value)
        let object = mirror.displayStyle == .class ? [ObjectIdentifier(value as AnyObject)] : []
        if object.contains(where: objects.contains) { return leaf("\(type), as above") }
        let classes = sequence(first: mirror) { $0.superclassMirror }.map(\.children).reversed()
        let shown = classes.joined().filter { part in
            if detail == .brief { return true }
            let mirror = Mirror(reflecting: part.value)
            return mirror.displayStyle != .optional || !mirror.children.isEmpty
        }
        objects += object
        defer { objects.removeLast(object.count) }
        return fields(head: "\(type)", of: shown)
    }

    /// Returns the outline of a value that is not taken apart; nil for others.
    private mutating func undivided(_ value: Any, _ mirror: Mirror) -> Outline? {
        switch (value, detail) {
        case (let character as Character, _): return leaf(String(character).debugDescription)
        case (let action as any Action & CustomStringConvertible, .brief): return description(of: action)
        case (let date as Date, .whole):
            return leaf(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        case (let data as Data, .whole): return leaf("Data(\(data.map { String(format: "%02x", $0) }.joined()))")
        default: break
        }
        let isOpaque = detail == .brief && (mirror.displayStyle == .class || mirror.children.isEmpty)
        return isOfTheSystem(type(of: value)) || isOpaque || mirror.displayStyle == nil ? description(of: value) : nil
    }
}

/// Whether a type is of the standard library or of Foundation: its properties are implementation details.
func isOfTheSystem(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return ["Swift.", "Foundation", "__C."].contains { name.hasPrefix($0) }
}

extension Outline {
    /// The approximate maximum length of a brief outline.
    package static let briefLength = 120
}

/// Orders elements of sets and keys: by their own order, or by their texts.
private func precedes(_ one: Any, _ other: Any, _ detail: Outline.Detail) -> Bool {
    func compare<Value: Comparable>(_ one: Value) -> Bool? { (other as? Value).map { one < $0 } }
    if let one = one as? any Comparable, let answer = compare(one) { return answer }
    return Outline(one, detail).text < Outline(other, detail).text
}

extension Int {
    /// The number with a comma at every third digit.
    package var grouped: String {
        let digits = Array(String(magnitude))
        let groups = digits.indices.map { (digits.count - $0) % 3 == 0 && $0 > 0 ? ",\(digits[$0])" : "\(digits[$0])" }
        return (self < 0 ? "-" : "") + groups.joined()
    }
}
