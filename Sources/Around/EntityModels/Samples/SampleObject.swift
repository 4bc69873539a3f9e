import MillraceEntities

/// An object of a sample.
struct SampleObject: Hashable, Sendable {
    /// The names of its fields, in the order of the document.
    let names: [String]
    private let values: [String: FieldValue]

    init(_ members: [FieldValue.Member]) {
        // Of fields with the same name the last one counts, as for a store.
        values = members.reduce(into: [:]) { $0[$1.name] = $1.value }
        var seen: Set<String> = []
        names = members.map(\.name).filter { seen.insert($0).inserted }
    }

    subscript(name: String) -> FieldValue? { values[name] }

    /// The text of a field; nil if there is none.
    func text(of name: String) -> String? { if case .string(let text)? = values[name] { text } else { nil } }

    /// Whether its names are data: numbers, or identities that are made at random.
    var isMap: Bool { !names.isEmpty && names.allSatisfy { $0.isNumber || $0.isUUID } }
}

extension String {
    fileprivate var isNumber: Bool { !isEmpty && allSatisfy(\.isASCIIDigit) }

    fileprivate var isUUID: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }
}

extension [SampleObject] {
    /// The names of all fields, in an order that keeps that of every object as far as they agree, and does not depend
    /// on the order of the objects.
    var fieldNames: [String] {
        var last: [String: Int] = [:]
        var before: [String: Set<String>] = [:]
        for names in Set(map(\.names)) {
            for (index, name) in names.enumerated() {
                last[name] = Swift.max(last[name, default: 0], index)
                before[name, default: []].formUnion(index > 0 ? [names[index - 1]] : [])
            }
        }
        var rest = last.keys.sorted { (last[$0] ?? 0, $0) < (last[$1] ?? 0, $1) }
        var result: [String] = []
        while !rest.isEmpty {
            // Where objects disagree about the order there may be none that is first.
            let next = rest.firstIndex { before[$0]?.isDisjoint(with: rest) ?? true } ?? 0
            result.append(rest.remove(at: next))
        }
        return result
    }
}

extension [FieldValue] {
    /// The objects among them.
    var objects: [SampleObject] {
        compactMap { if case .object(let members) = $0 { SampleObject(members) } else { nil } }
    }
}

extension FieldValue {
    /// The elements of an array; the value itself if it is none.
    var elements: [FieldValue] { if case .array(let elements) = self { elements } else { [self] } }

    var isArray: Bool { if case .array = self { true } else { false } }
}
