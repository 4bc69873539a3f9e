// How a mirror's children are taken as parts, by all that walk through values.

/// An optional, of whatever type.
protocol OptionalValue {
    /// The value that it holds.
    var anyWrapped: Any? { get }

    /// Whether it is an optional of optionals.
    var isNested: Bool { get }
}

extension Optional: OptionalValue {
    var anyWrapped: Any? { map { $0 as Any } }
    var isNested: Bool { Wrapped.self is any OptionalValue.Type }
}

/// Returns the fields of a struct or of an object with their names; one without a name has its position.
func fields(of children: Mirror.Children) -> [(name: String, value: Any)] {
    children.enumerated().map { (fieldName($1.label) ?? String($0), $1.value) }
}

/// Whether no two of the fields have one name, as those of a class and its superclass may.
func haveDistinctNames(_ fields: [(name: String, value: Any)]) -> Bool {
    fields.count < 2 || Set(fields.lazy.map(\.name)).count == fields.count
}

/// Returns the parts of an enum's payload: those of the tuple that it is, or the payload alone.
///
/// - Parameter child: The only child of the enum's mirror.
func payload(of child: Mirror.Child) -> [(step: DifferenceStep, label: String?, value: Any)] {
    let name = child.label ?? ""
    let tuple = Mirror(reflecting: child.value)
    guard tuple.displayStyle == .tuple else {
        return [(.payload(of: name, label: nil, position: 0, isAlone: true), nil, child.value)]
    }
    return tuple.children.enumerated().map { position, part in
        let label = fieldName(part.label)
        return (.payload(of: name, label: label, position: position, isAlone: false), label, part.value)
    }
}
