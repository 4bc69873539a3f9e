/// Matches a collection that begins with `elements`, in their order.
///
/// - Parameter elements: The expected first elements.
public func beginWith<Value: Collection>(_ elements: Value.Element...) -> Matcher<Value>
where Value.Element: Equatable {
    Matcher("begin with \(elements.map { shown($0) }.joined(separator: ", "))") { $0.starts(with: elements) }
}

/// Matches a string that begins with `prefix`.
///
/// - Parameter prefix: The expected beginning.
public func beginWith(_ prefix: String) -> Matcher<String> {
    Matcher("begin with \(shown(prefix))") { $0.hasPrefix(prefix) }
}

/// Matches a collection that ends with `elements`, in their order.
///
/// - Parameter elements: The expected last elements.
public func endWith<Value: Collection>(_ elements: Value.Element...) -> Matcher<Value>
where Value.Element: Equatable {
    Matcher("end with \(elements.map { shown($0) }.joined(separator: ", "))") {
        $0.suffix(elements.count).elementsEqual(elements)
    }
}

/// Matches a string that ends with `suffix`.
///
/// - Parameter suffix: The expected end.
public func endWith(_ suffix: String) -> Matcher<String> {
    Matcher("end with \(shown(suffix))") { $0.hasSuffix(suffix) }
}
