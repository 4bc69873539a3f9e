/// Makes one turn of all that `body` sets: derived observables compute and observers run once, when it is over.
///
/// ```swift
/// batch {
///     from.value = monday
///     to.value = friday
/// }
/// ```
///
/// Within `body`, what was set reads back at once, and what derives from it is computed when it is read (law O7). A
/// batch in a batch is part of the outer one; a batch in an observer is part of the next turn. If `body` throws, what
/// it has set until then is notified.
public func batch<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try currentTurn().takeUnretainedValue().collect(body)
}
