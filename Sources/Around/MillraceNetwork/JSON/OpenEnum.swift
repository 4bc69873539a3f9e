/// A value of which servers have names that this app does not know: it is kept with its name, and not refused.
///
/// ```swift
/// enum Visibility: String { case everybody = "public", followers = "private" }
///
/// let visibility: OpenEnum<Visibility>       // .known(.followers), or .other("local") of a server that is newer
/// ```
///
/// It is written as its name.
public enum OpenEnum<Value>: RawRepresentable, Hashable, Sendable, Codable
where Value: RawRepresentable & Hashable & Sendable, Value.RawValue == String {
    /// A value that this app knows.
    case known(Value)
    /// The name of another one.
    case other(String)

    /// Creates the value of a name.
    public init(rawValue name: String) { self = Value(rawValue: name).map { .known($0) } ?? .other(name) }

    /// The name.
    public var rawValue: String {
        switch self {
        case .known(let value): value.rawValue
        case .other(let name): name
        }
    }
}
