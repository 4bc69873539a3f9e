/// A value of which servers have names that others do not know: it is kept with its name.
enum Named<Value>: RawRepresentable, Hashable, Sendable
where Value: RawRepresentable & Hashable & Sendable, Value.RawValue == String {
    case known(Value)
    case other(String)

    init(rawValue name: String) { self = Value(rawValue: name).map { .known($0) } ?? .other(name) }

    var rawValue: String {
        switch self {
        case .known(let value): value.rawValue
        case .other(let name): name
        }
    }
}
