/// What becomes of a value that comes while the work for an earlier one is still under way.
///
/// The work is an inner signal in `flatMap`, a call of an asynchronous function in `map` and `tryMap`, and an effect of
/// the same identity in a store.
///
/// ```swift
/// let answers = queries.tryMap(.latest, on: .main) { query in try await service.answers(to: query) }
/// let saved = taps.map(.first, on: .main) { await document.save() }
/// let uploaded = files.map(.concurrent(limit: 3), on: .main) { file in await service.upload(file) }
/// ```
public enum OverlapPolicy: Hashable, Sendable {
    /// The work under way is cancelled, and the work for the new value starts. What a search field needs.
    case latest

    /// The new value is ignored. What a button needs that saves or pays.
    case first

    /// The new value waits until the work for all earlier ones is over. What an ordered log needs.
    case concat

    /// The work for all values runs side by side.
    case merge

    /// The work for several values runs side by side, up to `limit`, which must be positive. Further values wait, in
    /// order.
    case concurrent(limit: Int)

    /// How many pieces of work may be under way at a time.
    @inlinable package var limit: Int {
        switch self {
        case .latest, .first, .concat: 1
        case .merge: .max
        case .concurrent(let limit): limit
        }
    }

    /// Traps where no work could ever start.
    @inlinable
    package func requirePositiveLimit(_ file: StaticString, _ line: UInt) {
        requirePositive(limit, "OverlapPolicy.concurrent(limit:)", file, line)
    }
}

extension OverlapPolicy: CustomStringConvertible {
    /// How it is written: `latest`, `concurrent(limit: 3)`.
    public var description: String {
        switch self {
        case .latest: "latest"
        case .first: "first"
        case .concat: "concat"
        case .merge: "merge"
        case .concurrent(let limit): "concurrent(limit: \(limit))"
        }
    }
}
