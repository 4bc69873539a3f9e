import MillraceBase

/// The key of a member of a family within a family: that of the outer member, and its own.
///
/// ```swift
/// threads.dispatch(Say(text: "hello"), to: ChildKey("tea", 7))      // in recordings: threads[tea / 7]
/// ```
public struct ChildKey<Parent: Hashable, Key: Hashable>: Hashable {
    /// The key of the member whose state has the element.
    public let parent: Parent

    /// The key of the element.
    public let key: Key

    /// Creates a key.
    public init(_ parent: Parent, _ key: Key) {
        self.parent = parent
        self.key = key
    }
}

extension ChildKey: Sendable where Parent: Sendable, Key: Sendable {}
extension ChildKey: Encodable where Parent: Encodable, Key: Encodable {}
extension ChildKey: Decodable where Parent: Decodable, Key: Decodable {}

extension ChildKey: CustomStringConvertible {
    /// Both keys: `tea / 7`. A slash within the first one has a backslash before it.
    public var description: String {
        let outer = escaping("/", in: "\(parent)")
        return "\(outer) / \(key)"
    }
}
