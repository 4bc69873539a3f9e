import MillraceBase
import MillraceData
import MillraceFlux

/// A list that is loaded page by page: a value in a state, which makes the effects that load the pages.
///
/// ```swift
/// struct Inbox { var messages = Pages<Message, String, RequestError>("messages") }
///
/// store.on(ScrolledToEnd.self) { state, _ in state.messages.loadNext(service.page) }
/// store.on(PulledDown.self) { state, _ in state.messages.refresh(service.page) }
/// store.on(TappedRetry.self) { state, _ in state.messages.retry(service.page) }
/// store.on(PageLoaded<Page<Message, String>, RequestError>.self) { state, loaded in state.messages.take(loaded) }
/// ```
///
/// - **No page is loaded twice**: ``loadNext(_:)`` does nothing while a page is being loaded, at the end, and after a
///   failure. So a list may call it whenever its last row is shown.
/// - **After a failure nothing is loaded automatically**: ``retry(_:)`` repeats the load that failed, ``refresh(_:)``
///   starts again from the first page.
/// - **A refresh keeps the elements** until the first page has arrived, and then replaces all of them but those that you
///   have inserted in front meanwhile. It cancels the load of a next page, whose result is ignored.
/// - **Newer elements** come in front of the others, by ``loadPrevious(_:)``, also while a next page is being loaded.
/// - **Each element is in the list once**: an element with the identity of a present one replaces that one. This
///   happens when the list has changed on the server between two pages.
/// - **A failure is a value** of a type that the service says it throws. If that is `Codable`, the list shows the same
///   after a replay.
///
/// The elements may be identities, of which a table of entities has the content: ``PageLoaded/map(_:)`` says how.
///
/// The identity of the effects is the name, for `isInFlight(_:)` and the store tester. Give several lists in one state
/// different names, and also the lists of stores that handle each other's actions. The members of a `StoreFamily` may
/// use the same name.
///
/// A state that an undo restores may say that it is loading although the load has ended or was cancelled: call
/// ``cancel()`` where you restore it. A decoded state is not loading.
public struct Pages<Element: Identifiable & Sendable, Cursor: Sendable, Failure: Error>: Sendable {
    /// The load in progress.
    public enum Load: String, Sendable, Codable {
        /// The first page, which replaces all elements.
        case first
        /// The page after those that are loaded.
        case next
    }

    /// A load that failed.
    public struct FailedLoad: Sendable {
        /// The load that failed.
        public var load: Load

        /// The error that the service has thrown.
        public var error: Failure

        /// Creates a failure.
        package init(_ load: Load, _ error: Failure) { (self.load, self.error) = (load, error) }
    }

    /// The name, which is also the identity of the effects.
    public let name: String

    /// The elements of all pages so far. You may change them, for example insert a message that was sent or pushed.
    public var elements: Table<Element> = []

    /// The load in progress; nil if there is none.
    public private(set) var loading: Load?

    /// The failure of the last load; nil if it did not fail, or if another load has begun since.
    public private(set) var failure: FailedLoad?

    /// Where the next page begins; nil at the end, and before the first page has arrived.
    package private(set) var cursor: Cursor?

    /// The place of the page before the elements; nil where no page has named it.
    package internal(set) var previousCursor: Cursor?

    /// Whether the page before the elements is being loaded.
    public internal(set) var isLoadingPrevious = false

    /// Why ``loadPrevious(_:)`` failed last; nil if it did not fail, or if another load has begun since.
    public internal(set) var previousFailure: Failure?

    /// How many pages the elements came in.
    public private(set) var pageCount = 0

    /// The elements when the load of a first page began: insertions and removals meanwhile are newer than that page.
    private var former: Table<Element>?

    /// Counts the loads: the answer to any but the last is ignored.
    private var loadNumber = 0

    /// Counts the loads of pages before the elements.
    var previousNumber = 0

    private enum CodingKeys: CodingKey {
        case name, elements, failure, cursor, previousCursor, previousFailure, pageCount, loadNumber, previousNumber
    }

    /// Creates a list of which nothing has been loaded.
    public init(_ name: String = "pages") { self.name = name }

    /// Whether a first page has ever arrived. Until then, no elements does not mean that the list is empty.
    public var hasLoaded: Bool { pageCount > 0 }

    /// Whether all pages have been loaded.
    public var isAtEnd: Bool { hasLoaded && cursor == nil }

    /// Whether ``loadNext(_:)`` would load something.
    package var canLoadNext: Bool { loading == nil && failure == nil && !isAtEnd }
}

extension Pages: Resting {
    package var unfinished: String? {
        if loading != nil { "loading" } else if isLoadingPrevious { "loading the page before" } else { nil }
    }
}

extension Pages: Equatable where Element: Equatable, Cursor: Equatable, Failure: Equatable {}
extension Pages: Codable where Element: Codable, Cursor: Codable, Failure: Codable {}
extension Pages.FailedLoad: Equatable where Failure: Equatable {}
extension Pages.FailedLoad: Codable where Failure: Codable {}

// MARK: - Loading

extension Pages {
    /// Loads the page that begins at a cursor; the first page if the cursor is nil.
    public typealias Fetch<Answer> = nonisolated(nonsending) (Cursor?) async throws(Failure) -> Answer

    /// Loads the next page, or the first. Does nothing while a page is being loaded, after a failure, and at the end.
    ///
    /// - Parameter fetch: Calls the service. It is called once, in the dispatcher's isolation, when the turn is over.
    ///   An error that it throws becomes the ``failure``.
    /// - Returns: The effect, which the handler must return. It dispatches a ``PageLoaded``.
    public mutating func loadNext<Answer: Sendable>(_ fetch: @escaping Fetch<Answer>) -> Effect {
        canLoadNext ? begin(hasLoaded ? .next : .first, fetch) : .none
    }

    /// Loads the first page again, and replaces all elements when it has arrived.
    ///
    /// Does nothing if the first page is being loaded already. Cancels the load of any other page.
    ///
    /// - Returns: The effect, which the handler must return.
    public mutating func refresh<Answer: Sendable>(_ fetch: @escaping Fetch<Answer>) -> Effect {
        loading == .first ? .none : begin(.first, fetch)
    }

    /// Repeats the load that failed. Does nothing if the last load did not fail.
    ///
    /// - Returns: The effect, which the handler must return.
    public mutating func retry<Answer: Sendable>(_ fetch: @escaping Fetch<Answer>) -> Effect {
        failure.map { begin($0.load, fetch) } ?? .none
    }

    /// Cancels the loads in progress. The elements stay.
    ///
    /// - Returns: The effect that cancels the loads, which the handler returns. In a state that is restored they are
    ///   over or cancelled, and the effect need not be returned.
    @discardableResult
    public mutating func cancel() -> Effect {
        (loading, former) = (nil, nil)
        return [.cancel(name), cancelPrevious()]
    }

    private mutating func begin<Answer: Sendable>(_ load: Load, _ fetch: @escaping Fetch<Answer>) -> Effect {
        loadNumber += 1
        (loading, failure, former) = (load, nil, load == .first ? elements : nil)
        let effect = Self.effect(name, loadNumber, load == .first ? nil : cursor, fetch)
        return load == .first ? [cancelPrevious(), effect] : effect
    }

    static func effect<Answer: Sendable>(
        _ name: String,
        _ number: Int,
        _ start: Cursor?,
        _ fetch: @escaping Fetch<Answer>
    ) -> Effect {
        .run(name, .latest) {
            do throws(Failure) {
                return PageLoaded<Answer, Failure>(try await fetch(start), of: name, load: number)
            } catch {
                return PageLoaded<Answer, Failure>(failure: error, of: name, load: number)
            }
        }
    }

    /// Adds a loaded page, or notes its failure. The result of another list, or of an outdated load, is ignored.
    ///
    /// An element that is there already stays at its place, with its new content.
    ///
    /// - Complexity: O(k log n) for k elements of the page, and n in the list.
    public mutating func take(_ loaded: PageLoaded<Page<Element, Cursor>, Failure>) {
        if loaded.pages == previousName { return takePrevious(loaded) }
        guard let load = loading, loaded.pages == name, loaded.load == loadNumber else { return }
        defer { (loading, former) = (nil, nil) }
        switch loaded.result {
        case .failure(let error): failure = FailedLoad(load, error)
        case .success(let page):
            if let former { replaceAll(of: former, with: page.elements) } else { add(page.elements) }
            cursor = page.next
            if load == .first { previousCursor = page.previous }
            pageCount = load == .first ? 1 : pageCount + 1
        }
    }

    private mutating func add(_ added: [Element]) { for element in added { elements.updateOrAppend(element) } }

    /// Puts a first page in the place of all elements, but for those that have come and gone since it was asked for.
    ///
    /// An element that has come behind one of the page is not newer than the page: it is on this page or on a later
    /// one.
    private mutating func replaceAll(of former: Table<Element>, with page: [Element]) {
        let changes = elements.changes(from: former)
        let removed = Set(changes.deletions.map { former[$0].id })
        let first = page.compactMap { elements.index(id: $0.id) }.min() ?? elements.endIndex
        elements = Table(changes.insertions.filter { $0 < first }.map { elements[$0] })
        add(page.filter { !removed.contains($0.id) })
    }
}
