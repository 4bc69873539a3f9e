import MillraceBase

/// Ends the process unless the number that was passed to an operator is large enough.
@usableFromInline
func requireCount(
    _ count: Int,
    atLeast least: Int = 0,
    _ method: StaticString,
    _ file: StaticString,
    _ line: UInt
) {
    if count >= least { return }
    let wanted = least == 0 ? "zero" : "one"
    stop("\(method): a count of \(count) was asked for. To fix: pass \(wanted) or more.", file: file, line: line)
}
