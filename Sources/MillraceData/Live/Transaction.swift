import MillraceSignals

/// Changes several variables as one: all or none.
///
/// ```swift
/// try transaction(accounts, transfers) { state throws(Overdrawn) in
///     try state.0.withdraw(amount, from: sender)
///     state.1.append(Transfer(from: sender, amount))
/// }
/// ```
///
/// `body` is handed the values, as a tuple in the order of the variables, and changes them. When it returns all are set, in
/// one turn. If it throws nothing is set and nobody is told (law D6): a table keeps its old version at no cost.
///
/// Reading the variables within `body` gives what they were.
@discardableResult
public func transaction<each Value, Result, Failure: Error>(
    _ variables: repeat Variable<each Value>,
    do body: (inout (repeat each Value)) throws(Failure) -> Result
) throws(Failure) -> Result {
    var values = (repeat (each variables).value)
    let result = try body(&values)
    batch {
        for (variable, value) in repeat (each variables, each values) { variable.value = value }
    }
    return result
}
