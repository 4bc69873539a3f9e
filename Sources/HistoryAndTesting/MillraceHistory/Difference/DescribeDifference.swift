import MillraceBase
import MillraceSignals

/// Describes, field by field, how two values of one type differ; nil if they are equal.
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
/// One line per difference, at the innermost place that differs:
/// - Values are equal if their type's `==` says so; without one, if all their fields are. Objects without `==` are
///   equal only to themselves, and closures are not compared.
/// - A type with a custom mirror (`CustomReflectable`) has the fields that it shows there.
/// - `Identifiable` elements of an array are followed by their identity: `moved`, `inserted`, `removed`, or changed in
///   a field. Others are compared by index, along a shortest edit script if the part that differs has up to 2,000 elements. Removed elements have
///   their old index, and moved ones both; all others have the new one.
/// - A `Table` is described like an array of its elements; those that both tables share are not compared.
/// - Entries of dictionaries and sets are sorted: by `<` if keys have it, otherwise by their text.
/// - Texts of several lines are compared line by line, counted from 1.
///
/// The same two values give the same text in every process, except for descriptions that contain an address.
///
/// Cost: O(n) comparisons for n `Equatable` elements, however many of them differ: differences that are not shown are
/// only counted. A `Table` costs O(k log n) for k changes if one was made from the other and nothing has moved. For
/// other elements the fields are inspected at run time, unless their bits are the same: some
/// microseconds each.
///
/// - Parameters:
///   - old: The old value.
///   - new: The new value.
///   - limit: The maximum number of lines, at least one. If there were more, the last line says how many.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
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
    var walk = DifferenceWalk(to: DifferenceText(limit: limit))
    walk.compare(old, new)
    return walk.sink.text
}
