/// A step from a value to a part of it.
enum DifferenceStep {
    case field(String)

    /// A part of the payload of an enum's case, by its label or its position; `isAlone` where the payload has no parts.
    case payload(of: String, label: String?, position: Int, isAlone: Bool)

    /// An element of a list, by its index in the new one.
    case index(Int)

    /// An element of a list that is known by its identity, and its index in the new one.
    case row(Int, id: Any)

    case key(Any)

    /// A line of a text, counted from 0.
    case line(Int)

    /// How texts write it.
    var text: String {
        switch self {
        case .field(let name): ".\(name)"
        case .payload(let name, _, _, isAlone: true): ".\(name)"
        case .payload(let name, let label, let position, isAlone: false): ".\(name).\(label ?? String(position))"
        case .index(let index), .row(let index, _): "[\(index)]"
        case .key(let key): "[\(valueText(key))]"
        case .line(let number): "[line \(number + 1)]"
        }
    }
}
