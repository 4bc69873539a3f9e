/// A list that is loaded page by page: a value in a state, with the effects that load.
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
/// - **Nothing is loaded twice**: while a page is on its way, at the end, and after a failure, ``loadNext(_:)`` does
///   nothing, so a list may call it whenever its last row is shown.
/// - **A failure stays until somebody reacts**: ``retry(_:)`` repeats what failed, ``refresh(_:)`` begins again.
/// - **A refresh keeps what is shown** until the first page is there, and then replaces all of it. It cancels the load of
///   a next page, whose answer is ignored.
/// - **An element is there once**: one that comes again, since the list has moved on meanwhile, takes the place of the
///   former one.
///
/// The identity of the effects is the name, for `isInFlight(_:)` and the store tester. Several lists in one state have
/// names of their own, and so have those of stores that get each other's actions; members of a ``StoreFamily`` do not.
///
/// A state that an undo brings back may be one that was loading, whose answer has come long since, or never will: call
/// ``cancel()`` where it is restored. A state that is decoded is not loading.
public struct Pages<Element: Identifiable & Sendable, Cursor: Sendable>: Sendable {
    /// What is being loaded.
    public enum Load: String, Sendable, Codable {
        /// The first page, which replaces what is there.
        case first
        /// The page behind those that are there.
        case next
    }

    /// A load that failed.
    public struct Failure: Equatable, Sendable, Codable {
        /// What was being loaded.
        public var load: Load

        /// The error, in words.
        public var message: String

        /// Makes a failure.
        public init(_ load: Load, message: String) {
            self.load = load
            self.message = message
        }
    }

    /// The name, which is the identity of the effects too.
    public let name: String

    /// The elements of all pages so far. They may be changed: a message that was sent is inserted here.
    public var elements: [Element] = []

    /// What is on its way; nil where nothing is.
    public private(set) var loading: Load?

    /// The failure of the last load; nil where it did not fail, or another one has begun.
    public private(set) var failure: Failure?

    /// Where the next page begins; nil at the end, and before the first page is there.
    public private(set) var cursor: Cursor?

    /// Whether the first page has ever arrived. Until then an empty list does not mean that there is nothing.
    public private(set) var hasLoaded = false

    /// Counts the loads: the answer to any but the last is ignored.
    private var loadNumber = 0

    private enum CodingKeys: CodingKey { case name, elements, failure, cursor, hasLoaded, loadNumber }

    /// Makes an empty list of which nothing has been loaded.
    public init(_ name: String = "pages") { self.name = name }

    /// Whether all pages are there.
    public var isAtEnd: Bool { hasLoaded && cursor == nil }

    /// Whether ``loadNext(_:)`` would load something.
    public var canLoadNext: Bool { loading == nil && failure == nil && !isAtEnd }
}

extension Pages: Equatable where Element: Equatable, Cursor: Equatable {}
extension Pages: Codable where Element: Codable, Cursor: Codable {}

// MARK: - Loading

extension Pages {
    /// Loads a page from a cursor on; the first one from nil.
    public typealias Fetch = nonisolated(nonsending) (Cursor?) async throws -> Page<Element, Cursor>

    /// Loads the next page, or the first. Where ``canLoadNext`` is false nothing happens.
    ///
    /// - Parameter fetch: Asks the service. It is called once, in the dispatcher's isolation, when the turn is over.
    /// - Returns: The effect, for the handler to return. It ends with a ``PageLoaded``.
    public mutating func loadNext(_ fetch: @escaping Fetch) -> Effect {
        canLoadNext ? begin(hasLoaded ? .next : .first, fetch) : .none
    }

    /// Loads the first page anew, which replaces what is there when it has arrived. Where that is on its way nothing
    /// happens; the load of a next page is cancelled.
    public mutating func refresh(_ fetch: @escaping Fetch) -> Effect {
        loading == .first ? .none : begin(.first, fetch)
    }

    /// Repeats the load that failed. Where none has, nothing happens.
    public mutating func retry(_ fetch: @escaping Fetch) -> Effect {
        failure.map { begin($0.load, fetch) } ?? .none
    }

    /// Cancels what is on its way. What is there stays. The result need not be returned where the effect is over or
    /// cancelled, as in a state that is restored.
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
            PageLoaded<Element, Cursor>(failure: "\(error)", of: name, load: number)
        }
    }

    /// Takes what has been loaded. An answer that is for other pages, or that nobody waits for any more, is ignored.
    ///
    /// - Complexity: O(n) for n elements.
    public mutating func take(_ loaded: PageLoaded<Element, Cursor>) {
        guard let load = loading, loaded.pages == name, loaded.load == loadNumber else { return }
        loading = nil
        guard let page = loaded.page else {
            failure = Failure(load, message: loaded.failure ?? "")
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
