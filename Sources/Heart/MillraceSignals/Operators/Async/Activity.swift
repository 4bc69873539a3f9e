/// Whether something is in flight: requests outside stores, as `store.isInFlight(_:)` does for effects.
///
/// ```swift
/// let loading = Activity()
/// let answers = queries.tryMap(.latest, on: .main, tracking: loading) { text in try await service.cities(text) }
/// loading.isInFlight.observe(for: self) { screen, isLoading in screen.spinner.isVisible = isLoading }
/// ```
///
/// Any number of operators and calls may share one. It becomes false in the turn of the last result, and stays true
/// while a newer call replaces the one before. A plain call is tracked by ``track(_:)``.
///
/// The tracked calls keep the activity, and the activity keeps nothing. It belongs to one isolation domain, that of the
/// tracked calls, and is not `Sendable`.
public final class Activity {
    /// Whether anything that is tracked is in flight.
    public let isInFlight: Observable<Bool>

    private let count = Variable(0)

    /// Creates an activity of which nothing is in flight.
    public init() { isInFlight = count.select { $0 > 0 } }

    /// Calls an asynchronous function, which is in flight until it returns or throws.
    ///
    /// ```swift
    /// try await saving.track {
    ///     let saved = try await service.save(draft.value)
    ///     draft.value = saved         // is there when `isInFlight` becomes false
    /// }
    /// ```
    ///
    /// The function runs in the caller's isolation, which must be that of the activity. A cancelled task counts until
    /// the function has returned. O(1).
    public nonisolated(nonsending) func track<Output, Failure: Error>(
        _ body: nonisolated(nonsending) () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let flight = begin()
        defer { flight.end() }
        return try await body()
    }

    @usableFromInline
    package func begin() -> Flight {
        count.value += 1
        return Flight(of: count)
    }

    /// One thing in flight. It ends once.
    @usableFromInline
    package final class Flight {
        private var count: Variable<Int>?

        fileprivate init(of count: Variable<Int>) { self.count = count }

        /// Whether it has not ended.
        var isOpen: Bool { count != nil }

        package func end() {
            guard let count else { return }
            self.count = nil
            count.value -= 1
        }
    }
}
