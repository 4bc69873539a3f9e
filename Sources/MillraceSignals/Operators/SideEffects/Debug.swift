extension Signal {
    /// The same signal, printing what happens on the way: that it is observed, each value, that it finishes or is left.
    ///
    /// ```swift
    /// let results = searches.named("searches").debug().map(search)    // prints searches: "bridge"
    /// ```
    ///
    /// Prints once a value, however many observe. Strings are printed in quotes, as `debugPrint` does. It keeps this
    /// signal.
    ///
    /// - Parameters:
    ///   - label: What to call the signal. Nil takes its name, or else its type.
    ///   - output: Where the lines go: to standard output unless told otherwise.
    public func debug(
        _ label: String? = nil,
        print output: @escaping (String) -> Void = { Swift.print($0) }
    ) -> Signal<Value> {
        let label = label ?? name ?? description
        return handleEvents(
            onStart: { output("\(label): observed") },
            onValue: { output("\(label): \(String(reflecting: $0))") },
            onFinish: { output("\(label): finished") },
            onCancel: { output("\(label): left") }
        )
    }
}
