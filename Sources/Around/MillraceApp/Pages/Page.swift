import MillraceFlux

/// One page of a list, as a service returns it.
public struct Page<Element: Identifiable & Sendable, Cursor: Sendable>: Sendable {
    /// The elements, in their order.
    public var elements: [Element]

    /// Where the next page begins; nil if this is the last one.
    public var next: Cursor?

    /// Creates a page.
    public init(_ elements: [Element], next: Cursor?) {
        self.elements = elements
        self.next = next
    }
}

extension Page: Equatable where Element: Equatable, Cursor: Equatable {}
extension Page: Codable where Element: Codable, Cursor: Codable {}

/// The action that carries a loaded page, or the failure to load it, to the store whose state has the ``Pages``.
public struct PageLoaded<Element: Identifiable & Sendable, Cursor: Sendable>: Action {
    /// The name of the ``Pages`` that it is for.
    public let pages: String

    /// The number of the load that it belongs to, counted from 1.
    public let load: Int

    /// The page; nil if loading failed.
    public let page: Page<Element, Cursor>?

    /// The description of the error; nil if loading succeeded.
    public let failure: String?

    /// The error itself; nil if loading succeeded. It is neither encoded nor compared.
    public private(set) var error: (any Error)?

    private enum CodingKeys: CodingKey { case pages, load, page, failure }

    /// Creates the result of a load that succeeded. ``Pages`` makes its own results; use this initialiser in tests.
    public init(_ page: Page<Element, Cursor>, of pages: String, load: Int) {
        (self.pages, self.load, self.page, failure) = (pages, load, page, nil)
    }

    /// Creates the result of a load that failed with an error.
    public init(failure error: any Error, of pages: String, load: Int) {
        (self.pages, self.load, page, failure, self.error) = (pages, load, nil, "\(error)", error)
    }
}

extension PageLoaded: Equatable where Element: Equatable, Cursor: Equatable {
    /// Compares everything but the error, of which the description counts.
    public static func == (left: Self, right: Self) -> Bool {
        left.pages == right.pages && left.load == right.load && left.page == right.page
            && left.failure == right.failure
    }
}
extension PageLoaded: Codable where Element: Codable, Cursor: Codable {}
