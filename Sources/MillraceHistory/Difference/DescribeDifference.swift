import MillraceSignals

/// Says in words, field by field, how two values of one type differ; nil where they are equal.
///
/// ```swift
/// struct Cart: Equatable {
///     struct Item: Equatable, Identifiable { var id: Int, name: String }
///     var items = [Item(id: 1, name: "tea"), Item(id: 2, name: "milk")]
///     var coupon: String?
/// }
///
/// var cart = Cart()
/// cart.items[1].name = "cream"
/// cart.coupon = "MAY"
/// print(describeDifference(Cart(), cart) ?? "equal")
/// // items[1].name: "milk" → "cream"
/// // coupon: nil → "MAY"
/// ```
///
/// One line a difference, at the innermost place that differs:
/// - Values are equal where their type's `==` says so; where there is none, when all their fields are. Objects without
///   one are equal to themselves only, and closures are not compared.
/// - A type with a mirror of its own (`CustomReflectable`) has the fields that it shows there.
/// - Elements of an array that are `Identifiable` are followed by their identity: `moved`, `inserted`, `removed`, or
///   changed in a field. Others are compared by index, along an edit script that is minimal up to 200 edits. Removed
///   elements bear their old index, and moved ones both; all others bear the new one.
/// - Entries of dictionaries and sets are sorted: by `<` where keys have it, else by their text.
/// - Texts of several lines are compared line by line, counted from 1.
///
/// The same two values give the same text in every process; descriptions that hold an address are the exception.
///
/// Cost: O(n) comparisons for n elements where they are `Equatable`, however many of them differ: what is not shown is
/// only counted. Elements that are not have their fields looked up at run time, unless their bits are the same: some
/// microseconds each.
///
/// - Parameters:
///   - old: The value as it was.
///   - new: The value as it is.
///   - limit: How many lines there may be, at least one. Where there would be more, the last one says how many.
public func describeDifference<Value>(
    _ old: Value,
    _ new: Value,
    limit: Int = 50,
    file: StaticString = #fileID,
    line: UInt = #line
) -> String? {
    guard limit > 0 else {
        stop(
            "describeDifference: the limit is \(limit) lines. To fix: allow at least one.",
            file: file,
            line: line
        )
    }
    var walk = DifferenceWalk(limit: limit)
    walk.compare(old, new)
    return walk.text
}
