import MillraceSignals

/// Changes several variables in one turn: all of them or, if an error is thrown, none.
///
/// ```swift
/// try transaction(accounts, transfers) { state throws(Overdrawn) in
///     try state.0.withdraw(amount, from: sender)
///     state.1.append(Transfer(from: sender, amount: amount))
/// }
/// ```
///
/// `body` receives the values as a tuple in the order of the variables, and changes them. When it returns, all
/// variables are set in one turn. If it throws, no variable is set and no observer is called (law D6); a table keeps
/// its old version at no cost.
///
/// Within `body` the variables themselves still have their old values. So an array that `body` changes is copied as a
/// whole; a table is not.
@export(implementation)
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
