import MillraceFlux

/// A list that is loaded page by page: a value in a state, which makes the effects that load the pages.
///
/// ```swift
/// struct Timeline { var messages = Pages<Message, String>("messages") }
///
/// store.on(ScrolledToEnd.self) { state, _ in state.messages.loadNext(service.page) }
/// store.on(PulledDown.self) { state, _ in state.messages.refresh(service.page) }
/// store.on(TappedRetry.self) { state, _ in state.messages.retry(service.page) }
/// store.on(PageLoaded<Message, String>.self) { state, loaded in state.messages.take(loaded) }
/// ```
///
/// - **No page is loaded twice**: ``loadNext(_:)`` does nothing while a page is being loaded, at the end, and after a
///   failure. So a list may call it whenever its last row is shown.
/// - **After a failure nothing is loaded automatically**: ``retry(_:)`` repeats the load that failed, ``refresh(_:)``
///   starts again from the first page.
/// - **A refresh keeps the elements** until the first page has arrived, and then replaces all of them. It cancels the
///   load of a next page, whose result is ignored.
/// - **Each element is in the list once**: an element with the identity of a present one replaces that one. This
///   happens when the list has changed on the server between two pages.
///
/// The identity of the effects is the name, for `isInFlight(_:)` and the store tester. Give several lists in one state
/// different names, and also the lists of stores that handle each other's actions. The members of a ``StoreFamily`` may
/// use the same name.
///
/// A state that an undo restores may say that it is loading although the load has ended or was cancelled: call
/// ``cancel()`` where you restore it. A decoded state is not loading.
public struct Pages<Element: Identifiable & Sendable, Cursor: Sendable>: Sendable {
    /// What is being loaded.
    public enum Load: String, Sendable, Codable {
        /// The first page, which replaces all elements.
        case first
        /// The page after those that are loaded.
        case next
    }

    /// A load that failed.
    public struct Failure: Equatable, Sendable, Codable {
        /// What was being loaded.
        public var load: Load

        /// The description of the error, for a log.
        public var message: String

        /// The error itself, from which a view derives what to say to the user; nil after decoding. It is not compared.
        public var error: (any Error)?

        private enum CodingKeys: CodingKey { case load, message }

        /// Creates a failure.
        public init(_ load: Load, message: String, error: (any Error)? = nil) {
            self.load = load
            self.message = message
            self.error = error
        }

        /// Compares what was being loaded, and the description of the error.
        public static func == (left: Self, right: Self) -> Bool {
            left.load == right.load && left.message == right.message
        }
    }

    /// The name, which is also the identity of the effects.
    public let name: String

    /// The elements of all pages so far. You may change them, for example insert a message that was sent.
    public var elements: [Element] = []

    /// What is being loaded; nil if nothing is.
    public private(set) var loading: Load?

    /// The failure of the last load; nil if it did not fail, or if another load has begun since.
    public private(set) var failure: Failure?

    /// Where the next page begins; nil at the end, and before the first page has arrived.
    public private(set) var cursor: Cursor?

    /// Whether a first page has ever arrived. Until then, no elements does not mean that the list is empty.
    public private(set) var hasLoaded = false

    /// Counts the loads: the answer to any but the last is ignored.
    private var loadNumber = 0

    private enum CodingKeys: CodingKey { case name, elements, failure, cursor, hasLoaded, loadNumber }

    /// Creates a list of which nothing has been loaded.
    public init(_ name: String = "pages") { self.name = name }

    /// Whether all pages have been loaded.
    public var isAtEnd: Bool { hasLoaded && cursor == nil }

    /// Whether ``loadNext(_:)`` would load something.
    public var canLoadNext: Bool { loading == nil && failure == nil && !isAtEnd }
}

extension Pages: Equatable where Element: Equatable, Cursor: Equatable {}
extension Pages: Codable where Element: Codable, Cursor: Codable {}

extension Pages.Failure: CustomReflectable {
    /// Shows all but the error, which a replay does not have: so both have the same digest.
    public var customMirror: Mirror {
        Mirror(self, children: ["load": load, "message": message], displayStyle: .struct)
    }
}

// MARK: - Loading

extension Pages {
    /// Loads the page that begins at a cursor; the first page if the cursor is nil.
    public typealias Fetch = nonisolated(nonsending) (Cursor?) async throws -> Page<Element, Cursor>

    /// Loads the next page, or the first. Does nothing if ``canLoadNext`` is false.
    ///
    /// - Parameter fetch: Calls the service. It is called once, in the dispatcher's isolation, when the turn is over.
    ///   What it throws becomes the ``failure``.
    /// - Returns: The effect, which the handler must return. It dispatches a ``PageLoaded``.
    public mutating func loadNext(_ fetch: @escaping Fetch) -> Effect {
        canLoadNext ? begin(hasLoaded ? .next : .first, fetch) : .none
    }

    /// Loads the first page again, and replaces all elements when it has arrived.
    ///
    /// Does nothing if the first page is being loaded already. Cancels the load of a next page.
    ///
    /// - Returns: The effect, which the handler must return.
    public mutating func refresh(_ fetch: @escaping Fetch) -> Effect {
        loading == .first ? .none : begin(.first, fetch)
    }

    /// Repeats the load that failed. Does nothing if the last load did not fail.
    ///
    /// - Returns: The effect, which the handler must return.
    public mutating func retry(_ fetch: @escaping Fetch) -> Effect {
        failure.map { begin($0.load, fetch) } ?? .none
    }

    /// Cancels the load in progress. The elements stay.
    ///
    /// - Returns: The effect that cancels the load, which the handler returns. In a state that is restored the load is
    ///   over or cancelled, and the effect need not be returned.
    @discardableResult
    public mutating func cancel() -> Effect {
        loading = nil
        return .cancel(name)
    }

    private mutating func begin(_ load: Load, _ fetch: @escaping Fetch) -> Effect {
        loadNumber += 1
        loading = load
        failure = nil
        let (name, number, start) = (name, loadNumber, load == .first ? nil : cursor)
        return .run(name, .latest) {
            PageLoaded(try await fetch(start), of: name, load: number)
        } catching: { error in
            PageLoaded<Element, Cursor>(failure: error, of: name, load: number)
        }
    }

    /// Adds a loaded page, or notes its failure. The result of another list, or of an outdated load, is ignored.
    ///
    /// - Complexity: O(n) for n elements, the present and the new ones.
    public mutating func take(_ loaded: PageLoaded<Element, Cursor>) {
        guard let load = loading, loaded.pages == name, loaded.load == loadNumber else { return }
        loading = nil
        guard let page = loaded.page else {
            failure = Failure(load, message: loaded.failure ?? "", error: loaded.error)
            return
        }
        if load == .first { elements = [] }
        add(page.elements)
        cursor = page.next
        hasLoaded = true
    }

    /// Adds elements behind the others; those that are there already take their former places.
    private mutating func add(_ added: [Element]) {
        var places: [Element.ID: Int] = [:]
        for (place, element) in elements.enumerated() { places[element.id] = place }
        for element in added {
            if let place = places[element.id] {
                elements[place] = element
            } else {
                places[element.id] = elements.count
                elements.append(element)
            }
        }
    }
}
