/// A key to the weather service. Nothing that prints, dumps or describes it shows what it is.
public struct APIKey: Sendable {
    /// The key itself. It goes into a request, and nowhere else.
    let text: String

    /// A key as the service gave it.
    public init(_ text: String) {
        self.text = text
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is a key, and no more.
    public var description: String { "(a key)" }
    /// Says that there is a key, and no more.
    public var debugDescription: String { description }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
