import Foundation
import MillraceSignals

/// Compares two values part by part, and passes the differences to a sink.
struct DifferenceWalk<Sink: DifferenceSink> {
    var sink: Sink
    private(set) var path: [DifferenceStep] = []

    init(to sink: Sink, at path: [DifferenceStep] = []) {
        self.sink = sink
        self.path = path
    }

    /// Notes that the value at the present place was replaced.
    mutating func replace(_ old: Any, by new: Any) { sink.replaced(old, by: new, at: path) }

    /// Continues with a part of both values.
    mutating func within(_ part: DifferenceStep, _ body: (inout DifferenceWalk) -> Void) {
        path.append(part)
        body(&self)
        path.removeLast()
    }

    /// Compares the values at the present place.
    mutating func compare(_ old: Any, _ new: Any) { compare(old, new, isRedacted: false) }

    private mutating func compare(_ old: Any, _ new: Any, isRedacted: Bool) {
        guard type(of: old) == type(of: new) else { return replace(old, by: new) }
        // First of all: a cast looks through an optional.
        if runtimeKind(type(of: old)) == RuntimeKind.optional.rawValue { return compareOptionals(old, new) }
        if path.count >= Sink.maximumDepth || sink.hides(path) || !sink.takesApart(type(of: old)) {
            return compareAsWhole(old, new)
        }
        if !isRedacted, let redacted = sink.redacted(old, new) {
            return compare(redacted.old, redacted.new, isRedacted: true)
        }
        if !sink.isFull, let list = old as? any ComparedList { return list.compare(with: new, in: &self) }
        let areEqual = equality(of: old, new)
        guard areEqual != true else { return }
        guard !sink.isFull else { return sink.skip(isKnownToDiffer: areEqual == false) }
        let before = sink.found
        compareParts(old, new)
        if areEqual == false, sink.found == before { replace(old, by: new) }
    }

    private mutating func compareAsWhole(_ old: Any, _ new: Any) {
        switch equality(of: old, new) {
        case true?: break
        case false?: replace(old, by: new)
        case nil where sink.hides(path): if !haveNoDifference(old, new) { replace(old, by: new) }
        case nil: replaceIfTextsDiffer(old, new)
        }
    }

    private mutating func compareOptionals(_ old: Any, _ new: Any) {
        guard let former = old as? any OptionalValue, let present = new as? any OptionalValue else { return }
        switch (former.anyWrapped, present.anyWrapped) {
        case (nil, nil): break
        case (let before?, let after?):
            if Sink.replacesWhatHasNoPath, former.isNested {
                if !haveNoDifference(before, after) { replace(old, by: new) }
            } else {
                compare(before, after)
            }
        default: replace(old, by: new)
        }
    }

    private mutating func compareParts(_ old: Any, _ new: Any) {
        if let old = old as? String, let new = new as? String { return compareTexts(old, new) }
        if let old = old as? any ComparedContainer { return old.compare(with: new, in: &self) }
        if let old = old as? AnyHashable, type(of: new) == AnyHashable.self, let new = new as? AnyHashable {
            return compare(old.base, new.base)
        }
        let (left, right) = (Mirror(reflecting: old), Mirror(reflecting: new))
        switch left.displayStyle {
        case .enum: compareCases(old, left.children.first, new, right.children.first)
        case .class: if old as AnyObject !== new as AnyObject { replace(old, by: new) }
        case .collection, .set: compareLists(left.children.map(\.value), right.children.map(\.value))
        default:
            if isOfTheSystem(type(of: old)) || left.children.isEmpty && right.children.isEmpty {
                replaceIfTextsDiffer(old, new)
            } else {
                compareFields(old, left.children, new, right.children)
            }
        }
    }
}

extension DifferenceWalk {
    private mutating func compareTexts(_ old: String, _ new: String) {
        let newline = UInt8(ascii: "\n")
        guard Sink.comparesLines, old.utf8.contains(newline) || new.utf8.contains(newline) else {
            return replace(old, by: new)
        }
        func lines(of text: String) -> [String] {
            text.utf8.split(separator: newline, omittingEmptySubsequences: false).map { String(Substring($0)) }
        }
        compareLists(lines(of: old), lines(of: new)) { .line($0) }
    }

    private mutating func compareCases(_ old: Any, _ oldChild: Mirror.Child?, _ new: Any, _ newChild: Mirror.Child?) {
        guard caseName(of: old) == caseName(of: new) else { return replace(old, by: new) }
        guard let oldChild, let newChild else { return }
        for (old, new) in zip(payload(of: oldChild), payload(of: newChild)) {
            within(new.step) { $0.compare(old.value, new.value) }
        }
    }

    private mutating func compareFields(
        _ oldWhole: Any,
        _ old: Mirror.Children,
        _ newWhole: Any,
        _ new: Mirror.Children
    ) {
        let (old, new) = (fields(of: old), fields(of: new))
        if old.map(\.name) == new.map(\.name), !Sink.replacesWhatHasNoPath || haveDistinctNames(new) {
            for (old, new) in zip(old, new) { within(.field(new.name)) { $0.compare(old.value, new.value) } }
        } else if Sink.replacesWhatHasNoPath {
            replace(oldWhole, by: newWhole)
        } else {
            compareEntries(
                Dictionary(old) { first, _ in first },
                Dictionary(new) { first, _ in first },
                step: { .field($0) }
            )
        }
    }

    private mutating func replaceIfTextsDiffer(_ old: Any, _ new: Any) {
        if valueText(old) != valueText(new) { replace(old, by: new) }
    }
}

/// Returns whether all fields of two values are equal.
func haveNoDifference(_ old: Any, _ new: Any) -> Bool {
    var walk = DifferenceWalk(to: DifferenceText(limit: 1))
    walk.compare(old, new)
    return walk.sink.found == 0
}

/// Returns the result of `==`; nil if there is none.
func equality(of old: Any, _ new: Any) -> Bool? {
    func open<Value: Equatable>(_ old: Value) -> Bool? { (new as? Value).map { old == $0 } }
    return (old as? any Equatable).flatMap { open($0) }
}
