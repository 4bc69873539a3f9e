/// Matches an empty collection or string.
public func beEmpty<Value: Collection>() -> Matcher<Value> {
    Matcher("be empty") { $0.isEmpty }
}

/// Matches a collection or string with `count` elements.
///
/// - Parameter count: The expected number of elements.
public func haveCount<Value: Collection>(_ count: Int) -> Matcher<Value> {
    Matcher("have count <\(count)>", showing: { "<\($0.count)>: \(shown($0))" }) { $0.count == count }
}

/// Matches a sequence that contains each of `elements`, in any order.
///
/// - Parameter elements: The elements to find.
public func contain<Value: Sequence>(_ elements: Value.Element...) -> Matcher<Value> where Value.Element: Equatable {
    Matcher("contain \(elements.map { shown($0) }.joined(separator: ", "))") { value in
        elements.allSatisfy { value.contains($0) }
    }
}

/// Matches a sequence with at least one element that satisfies a condition.
///
/// - Parameter condition: Returns whether an element satisfies it.
public func contain<Value: Sequence>(where condition: @escaping (Value.Element) -> Bool) -> Matcher<Value> {
    Matcher("contain an element that satisfies the condition") { $0.contains(where: condition) }
}

/// Matches a string that contains each of `parts`.
///
/// - Parameter parts: The strings to find.
public func contain(_ parts: String...) -> Matcher<String> {
    Matcher("contain \(parts.map { shown($0) }.joined(separator: ", "))") { text in
        parts.allSatisfy { text.contains($0) }
    }
}
