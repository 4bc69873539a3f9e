/// Returns a value as failure messages show it: `<2>`, `<"text">`, `nil`.
package func shown(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let text as String: "<\(text.debugDescription)>"
    case let value?: "<\(value)>"
    }
}
