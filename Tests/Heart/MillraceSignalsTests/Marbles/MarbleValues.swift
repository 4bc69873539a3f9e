import MillraceSignals
import MillraceSpecs

/// A value that a name in a line of marbles stands for.
protocol MarbleValue {
    static func value(of name: String) -> Self?
}

extension String: MarbleValue {
    static func value(of name: String) -> String? { name }
}

extension Int: MarbleValue {
    static func value(of name: String) -> Int? { Int(name) }
}

extension Bool: MarbleValue {
    static func value(of name: String) -> Bool? { Bool(name) }
}

extension Optional: MarbleValue where Wrapped: MarbleValue {
    static func value(of name: String) -> Wrapped?? { name == "nil" ? .some(nil) : Wrapped.value(of: name) }
}

/// The failure of the rows, drawn as ✕.
struct Refused: Error {}

extension Result: MarbleValue where Success: MarbleValue, Failure == Refused {
    static func value(of name: String) -> Result? {
        name == "✕" ? .failure(Refused()) : Success.value(of: name).map { .success($0) }
    }
}

/// Returns the name of a value in a line of marbles: for tuples and arrays those of their elements.
func marbleName(of value: Any) -> String {
    if value is Refused { return "✕" }
    let mirror = Mirror(reflecting: value)
    let names = mirror.children.map { marbleName(of: $0.value) }
    switch mirror.displayStyle {
    case .optional: return names.first ?? "nil"
    case .tuple: return "(\(names.joined(separator: ", ")))"
    case .collection: return "[\(names.joined(separator: ", "))]"
    case .enum where !names.isEmpty: return names[0]
    default: return "\(value)"
    }
}
