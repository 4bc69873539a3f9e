import Millrace

extension TestScheduler {
    /// Makes a signal that does what a line of marbles shows, from now on, whether or not somebody observes.
    ///
    /// ```swift
    /// let keys = scheduler.signal("a-b---|", ["a": 1, "b": 2])
    /// ```
    ///
    /// In the line, each `-` lets a column pass, any other character is a value and takes a column, those in
    /// parentheses come at one instant and take one column together, `|` is the end, and spaces mean nothing. See
    /// ``column``.
    ///
    /// The scheduler keeps what is still to come.
    ///
    /// - Parameters:
    ///   - marbles: The line. One that cannot be read is a mistake in the spec, and traps.
    ///   - values: What its characters stand for.
    public func signal<Value>(_ marbles: String, _ values: [Character: Value]) -> Signal<Value> {
        signal(marbles) { character in
            guard let value = values[character] else {
                fatalError(
                    """
                    TestScheduler.signal: "\(marbles)" has the value "\(character)", which the table does not. \
                    To fix: add it to the table.
                    """
                )
            }
            return value
        }
    }

    /// Makes a signal that does what a line of marbles shows, whose values are the characters of the line.
    ///
    /// Otherwise as ``signal(_:_:)``.
    public func signal(_ marbles: String) -> Signal<String> {
        signal(marbles) { String($0) }
    }

    private func signal<Value>(_ marbles: String, _ value: (Character) -> Value) -> Signal<Value> {
        let emitter = Emitter<Value>()
        for event in Marbles(marbles).events {
            let work: () -> Void
            switch event.mark {
            case .finish: work = { emitter.finish() }
            case .value(let character):
                let value = value(character)
                work = { emitter.send(value) }
            }
            schedule(after: column * event.column, work)
        }
        return emitter
    }
}
