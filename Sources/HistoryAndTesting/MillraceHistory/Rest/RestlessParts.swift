import MillraceBase
import MillraceData

/// Returns the parts of a value that have something on its way, each as a line: `lists[home].posts: loading`.
///
/// Fields, payloads, and the elements of arrays, tables and dictionaries are visited, also behind `Any`; objects and sets are
/// not. Cost: O(n) for n values whose types may have such a part; a list of rows that cannot have one is not read.
///
/// - Parameter name: The beginning of each path, such as the name of a store.
package func restlessParts(of value: Any, called name: String = "") -> [String] {
    var types = RestlessTypes()
    var places: [String] = []
    // The values that are left, the next one last: calls within calls would end where values are nested deeply.
    var rest = [(path: name, value: value)]
    while let (path, value) = rest.popLast() {
        guard types.mayHold(type(of: value)) else { continue }
        if let holder = value as? any PartsHolder {
            rest += holder.parts.reversed().map { (path + $0, $1) }
            continue
        }
        if let what = (value as? any Resting)?.unfinished { places.append(path.isEmpty ? what : "\(path): \(what)") }
        rest += parts(of: value).reversed().map { (path.isEmpty ? $0 : "\(path).\($0)", $1) }
    }
    return places
}

/// The fields of a struct or a tuple, or the payload of an enum.
private func parts(of value: Any) -> [(name: String, value: Any)] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .tuple, .enum: return fields(of: mirror.children)
    default: return []
    }
}

/// The types that were met, and whether their values may have a part that is on its way.
private struct RestlessTypes {
    private var answers: [ObjectIdentifier: Bool] = [:]

    mutating func mayHold(_ type: Any.Type) -> Bool {
        if let answer = answers[ObjectIdentifier(type)] { return answer }
        // The answer within itself, where a type is part of itself.
        answers[ObjectIdentifier(type)] = true
        let answer = find(type)
        answers[ObjectIdentifier(type)] = answer
        return answer
    }

    private mutating func find(_ type: Any.Type) -> Bool {
        if type is any Resting.Type { return true }
        if let type = type as? any PartsHolder.Type { return mayHold(type.partType) }
        let kind = runtimeKind(type)
        switch RuntimeKind(rawValue: kind) {
        case .structure: return !isOfTheSystem(type) && haveOne(type)
        case .tuple: return haveOne(type)
        // The run time does not tell the types of payloads. One that fits a byte together with the case is no such part.
        case .enumeration: return size(of: type) > 1
        case .optional: return true
        case nil: return Self.existentials.contains(kind)
        }
    }

    /// Whether a field may hold one.
    private mutating func haveOne(_ type: Any.Type) -> Bool {
        for index in 0..<runtimeFieldCount(type) {
            var facts = RuntimeField()
            let fieldType = runtimeField(type, index: index, facts: &facts)
            facts.releaseName?(facts.name)
            // Weak and unowned fields are objects.
            if facts.isStrong, mayHold(fieldType) { return true }
        }
        return false
    }

    /// The kinds of `Any` and `any P`.
    private static let existentials: Set<UInt> = [0x303, 0x307]
}

private func size<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.size }

/// A container with parts of one type.
private protocol PartsHolder {
    static var partType: Any.Type { get }

    /// The parts, and what each adds to the path.
    var parts: [(step: String, value: Any)] { get }
}

extension Optional: PartsHolder {
    fileprivate static var partType: Any.Type { Wrapped.self }
    fileprivate var parts: [(step: String, value: Any)] { map { [("", $0)] } ?? [] }
}

extension Array: PartsHolder {
    fileprivate static var partType: Any.Type { Element.self }
    fileprivate var parts: [(step: String, value: Any)] { enumerated().map { ("[\($0)]", $1) } }
}

extension Table: PartsHolder {
    fileprivate static var partType: Any.Type { Element.self }
    fileprivate var parts: [(step: String, value: Any)] { map { ("[\($0.id)]", $0) } }
}

extension Dictionary: PartsHolder {
    fileprivate static var partType: Any.Type { Value.self }
    fileprivate var parts: [(step: String, value: Any)] { map { ("[\($0)]", $1) }.sorted { $0.0 < $1.0 } }
}
