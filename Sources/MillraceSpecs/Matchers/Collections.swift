/// Matches a collection, or a string, without elements.
public func beEmpty<Value: Collection>() -> Matcher<Value> {
    Matcher("be empty") { $0.isEmpty }
}

/// Matches a collection, or a string, of `count` elements.
///
/// - Parameter count: How many elements there should be.
public func haveCount<Value: Collection>(_ count: Int) -> Matcher<Value> {
    Matcher("have count <\(count)>", showing: { "<\($0.count)>: \(shown($0))" }) { $0.count == count }
}

/// Matches a sequence in which each of `elements` occurs, in any order.
///
/// - Parameter elements: What to look for.
public func contain<Value: Sequence>(_ elements: Value.Element...) -> Matcher<Value> where Value.Element: Equatable {
    Matcher("contain \(elements.map { shown($0) }.joined(separator: ", "))") { value in
        elements.allSatisfy { value.contains($0) }
    }
}

/// Matches a sequence in which at least one element satisfies a condition.
///
/// - Parameter condition: Whether an element is the one.
public func contain<Value: Sequence>(where condition: @escaping (Value.Element) -> Bool) -> Matcher<Value> {
    Matcher("contain an element that satisfies the condition") { $0.contains(where: condition) }
}

/// Matches a string in which each of `parts` occurs.
///
/// - Parameter parts: What to look for.
public func contain(_ parts: String...) -> Matcher<String> {
    Matcher("contain \(parts.map { shown($0) }.joined(separator: ", "))") { text in
        parts.allSatisfy { text.contains($0) }
    }
}
