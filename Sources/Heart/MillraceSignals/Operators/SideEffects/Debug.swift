extension Signal {
    /// Prints each event: the first observation, each value, the end, and that the last observer leaves.
    ///
    /// ![debug](marbles-debug.svg)
    ///
    /// ```swift
    /// let results = searches.named("searches").debug().map(search)    // prints searches: "bridge"
    /// ```
    ///
    /// Prints once per value, however many observers there are. Strings are printed in quotes, as by `debugPrint`.
    /// Passes all values on, finishes with this signal and keeps it alive.
    ///
    /// - Parameters:
    ///   - label: The name to print. Nil stands for the signal's name or, without one, its type.
    ///   - output: Receives the lines. By default they go to standard output.
    @export(implementation)
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
