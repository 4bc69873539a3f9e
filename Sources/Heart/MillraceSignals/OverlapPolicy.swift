/// The treatment of a value that arrives while the work for an earlier one is in progress.
///
/// The work is an inner signal in `flatMap`, a call of an asynchronous function in `map` and `tryMap`, and an effect
/// with the same identity in a store.
///
/// ```swift
/// let answers = queries.tryMap(.latest, on: .main) { query in try await service.answers(to: query) }
/// let saved = taps.map(.first, on: .main) { await document.save() }
/// let uploaded = files.map(.concurrent(limit: 3), on: .main) { file in await service.upload(file) }
/// ```
public enum OverlapPolicy: Hashable, Sendable {
    /// Cancels the work in progress and starts the work for the new value, as a search field needs.
    case latest

    /// Ignores the new value, as a button needs that saves or pays.
    case first

    /// Makes the new value wait until the work for all earlier ones is over, as an ordered log needs.
    case concat

    /// Runs the work for all values side by side.
    case merge

    /// Runs the work for several values side by side, up to `limit`, which must be positive. Further values wait, in
    /// order.
    case concurrent(limit: Int)

    /// The maximum number of pieces of work in progress.
    @export(implementation) package var limit: Int {
        switch self {
        case .latest, .first, .concat: 1
        case .merge: .max
        case .concurrent(let limit): limit
        }
    }
}
