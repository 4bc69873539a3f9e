/// One page of a list, as a service returns it.
public struct Page<Element: Identifiable & Sendable, Cursor: Sendable>: Sendable {
    /// The elements, in their order.
    public var elements: [Element]

    /// Where the next page begins; nil if this is the last one.
    public var next: Cursor?

    /// The place to ask for the elements before these later, such as newer ones; nil where the service has none.
    public var previous: Cursor?

    /// Creates a page.
    public init(_ elements: [Element], next: Cursor?, previous: Cursor? = nil) {
        (self.elements, self.next, self.previous) = (elements, next, previous)
    }
}

extension Page: Equatable where Element: Equatable, Cursor: Equatable {}
extension Page: Codable where Element: Codable, Cursor: Codable {}
