import Foundation
import MillraceSignals

/// Compares two values part by part and notes where they differ.
struct DifferenceWalk {
    /// The depth from which a value is compared as a whole: an indirect enum can be a chain of any length.
    private static let maximumDepth = 128

    private let limit: Int
    private var lines: [String] = []
    private var found = 0
    /// Whether there was more to compare than is worth the time, once there are enough lines.
    private var isCutShort = false
    private var path: [String] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns whether all fields of two values are equal.
    static func finds(noDifferenceBetween old: Any, _ new: Any) -> Bool {
        var walk = DifferenceWalk(limit: 1)
        walk.compare(old, new)
        return walk.found == 0
    }

    /// The lines, up to the limit; nil if there are no differences.
    var text: String? {
        guard found > 0 else { return nil }
        guard found > limit || isCutShort else { return lines.joined(separator: "\n") }
        let shown = lines.prefix(limit - 1)
        let rest = "… and \((found - shown.count).grouped) more\(isCutShort ? ", at least" : "")"
        return (shown + [rest]).joined(separator: "\n")
    }

    /// Notes a difference at the present place.
    mutating func report(_ text: @autoclosure () -> String) {
        found += 1
        guard lines.count < limit else { return }
        let place = path.joined()
        lines.append(place.isEmpty ? text() : "\(place.first == "." ? String(place.dropFirst()) : place): \(text())")
    }

    /// Notes a difference at a part of the present place.
    mutating func report(at part: @autoclosure () -> String, _ text: @autoclosure () -> String) {
        within(part()) { $0.report(text()) }
    }

    /// Continues with a part of both values.
    mutating func within(_ part: String, _ body: (inout DifferenceWalk) -> Void) {
        path.append(part)
        body(&self)
        path.removeLast()
    }

    /// Compares the values at the present place.
    mutating func compare(_ old: Any, _ new: Any) {
        guard type(of: old) == type(of: new) else {
            return report("\(valueText(old)) (\(type(of: old))) → \(valueText(new)) (\(type(of: new)))")
        }
        if found <= limit, let list = old as? any ComparedList { return list.compare(with: new, in: &self) }
        let areEqual = equality(of: old, new)
        guard areEqual != true else { return }
        guard found <= limit else {
            if areEqual == false { found += 1 } else { isCutShort = true }
            return
        }
        let before = found
        if path.count < Self.maximumDepth {
            compareParts(old, new)
        } else if areEqual == nil {
            reportIfTextsDiffer(old, new)
        }
        if areEqual == false, found == before { reportWhole(old, new) }
    }

    private mutating func compareParts(_ old: Any, _ new: Any) {
        if let old = old as? String, let new = new as? String { return compareTexts(old, new) }
        if let old = old as? any ComparedContainer { return old.compare(with: new, in: &self) }
        if let old = old as? AnyHashable, type(of: new) == AnyHashable.self, let new = new as? AnyHashable {
            return compare(old.base, new.base)
        }
        let (left, right) = (Mirror(reflecting: old), Mirror(reflecting: new))
        switch left.displayStyle {
        case .optional where left.children.isEmpty != right.children.isEmpty: reportWhole(old, new)
        case .optional: for (old, new) in zip(left.children, right.children) { compare(old.value, new.value) }
        case .enum: compareCases(old, left.children.first, new, right.children.first)
        case .class: if old as AnyObject !== new as AnyObject { reportWhole(old, new) }
        case .collection, .set: compareLists(left.children.map(\.value), right.children.map(\.value))
        default:
            if isOfTheSystem(type(of: old)) || left.children.isEmpty && right.children.isEmpty {
                reportIfTextsDiffer(old, new)
            } else {
                compareFields(left.children, right.children)
            }
        }
    }
}

extension DifferenceWalk {
    private mutating func compareTexts(_ old: String, _ new: String) {
        let newline = UInt8(ascii: "\n")
        guard old.utf8.contains(newline) || new.utf8.contains(newline) else { return report(textChange(old, new)) }
        func lines(of text: String) -> [String] {
            text.utf8.split(separator: newline, omittingEmptySubsequences: false).map { String(Substring($0)) }
        }
        compareLists(lines(of: old), lines(of: new)) { "[line \($0 + 1)]" }
    }

    private mutating func compareCases(_ old: Any, _ oldChild: Mirror.Child?, _ new: Any, _ newChild: Mirror.Child?) {
        guard caseName(of: old) == caseName(of: new) else { return reportWhole(old, new) }
        guard let oldChild, let newChild else { return }
        within(".\(newChild.label ?? "")") { $0.compare(oldChild.value, newChild.value) }
    }

    private mutating func compareFields(_ old: Mirror.Children, _ new: Mirror.Children) {
        func fields(_ children: Mirror.Children) -> [(name: String, value: Any)] {
            children.enumerated().map { (fieldName($1.label) ?? String($0), $1.value) }
        }
        let (old, new) = (fields(old), fields(new))
        if old.map(\.name) == new.map(\.name) {
            for (old, new) in zip(old, new) { within(".\(new.name)") { $0.compare(old.value, new.value) } }
        } else {
            compareEntries(
                Dictionary(old) { first, _ in first },
                Dictionary(new) { first, _ in first },
                place: { ".\($0)" }
            )
        }
    }

    private mutating func reportIfTextsDiffer(_ old: Any, _ new: Any) {
        if valueText(old) != valueText(new) { reportWhole(old, new) }
    }

    /// Notes the old and the new value. If both have the same text, says so.
    mutating func reportWhole(_ old: Any, _ new: Any) {
        let (oldText, newText) = (valueText(old), valueText(new))
        report("\(oldText) → \(newText)\(oldText == newText ? " (not equal, though they read the same)" : "")")
    }
}

/// Returns the result of `==`; nil if there is none.
func equality(of old: Any, _ new: Any) -> Bool? {
    func open<Value: Equatable>(_ old: Value) -> Bool? { (new as? Value).map { old == $0 } }
    return (old as? any Equatable).flatMap { open($0) }
}
