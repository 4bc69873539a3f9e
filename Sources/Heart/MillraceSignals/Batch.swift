/// Makes several sets one turn: derived observables compute and observers run once, at the end.
///
/// ```swift
/// batch {
///     from.value = monday
///     to.value = friday
/// }
/// ```
///
/// Within `body`, reading returns the values set so far, and derived observables compute when they are read (law O7). A
/// batch in a batch is part of the outer one; a batch in an observer is part of the next turn. If `body` throws, the
/// values that it has set are notified. O(1), plus the cost of `body` and of the turn.
public func batch<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try currentRunner().takeUnretainedValue().collect(body)
}
