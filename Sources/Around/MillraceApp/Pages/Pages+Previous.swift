import MillraceFlux

// Pages before the elements, such as newer ones.
extension Pages {
    /// The identity of the effects that load pages before the elements.
    public var previousName: String { "\(name) previous" }

    /// Loads the page before the elements, such as newer ones, in front of them.
    ///
    /// Does nothing before the first page has arrived, while that is being loaded again, and while this is loading
    /// already. It is loaded where the first page has said in ``Page/previous``, and then where the last page in front
    /// has said. So nothing is missing between a page and the elements behind it, if the service's place means "the
    /// next ones before this", as Mastodon's `min_id` does. Call it again until it brings nothing. Without such a place
    /// it loads the first page again if the list is empty, and nothing otherwise. A page is inserted in front of all
    /// elements, so do not insert elements there that the server pushes besides.
    ///
    /// A failure is a ``previousFailure``. It does not keep ``loadNext(_:)`` from loading, nor this from being called
    /// again.
    ///
    /// - Returns: The effect, which the handler must return. It dispatches a ``PageLoaded`` for ``previousName``.
    public mutating func loadPrevious<Answer: Sendable>(_ fetch: @escaping Fetch<Answer>) -> Effect {
        guard hasLoaded, loading != .first, !isLoadingPrevious else { return .none }
        guard let start = previousCursor else { return elements.isEmpty ? refresh(fetch) : .none }
        previousNumber += 1
        (isLoadingPrevious, previousFailure) = (true, nil)
        return Self.effect(previousName, previousNumber, start, fetch)
    }

    /// The effect that cancels a load of the page before the elements.
    mutating func cancelPrevious() -> Effect {
        if !isLoadingPrevious { return .none }
        isLoadingPrevious = false
        return .cancel(previousName)
    }

    /// Adds a page in front of the elements, or notes its failure.
    mutating func takePrevious(_ loaded: PageLoaded<Page<Element, Cursor>, Failure>) {
        guard isLoadingPrevious, loaded.load == previousNumber else { return }
        isLoadingPrevious = false
        switch loaded.result {
        case .failure(let error): previousFailure = error
        case .success(let page):
            var place = elements.startIndex
            for element in page.elements {
                if elements.updateOrInsert(element, at: place) == nil { place += 1 }
            }
            previousCursor = page.previous ?? previousCursor
        }
    }
}
