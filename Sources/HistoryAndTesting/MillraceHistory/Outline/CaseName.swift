/// Returns the name of an enum's case; nil for a value that is not an enum, or was compiled without such names.
///
/// A mirror names only cases with a payload, and a description may be anything. The standard library prints with the
/// same function.
package func caseName(of value: Any) -> String? {
    func open<Value>(_ value: Value) -> String? { runtimeCaseName(value).map { String(cString: $0) } }
    return open(value)
}

@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
