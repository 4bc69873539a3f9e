import MillraceSignals

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
    ///   - marbles: The line. One that cannot be read, or has what `values` does not, is a failure.
    ///   - values: What its characters stand for.
    public func signal<Value>(
        _ marbles: String,
        _ values: [Character: Value],
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> Signal<Value> {
        signal(marbles, SourcePlace(file: file, line: line)) { values[$0] }
    }

    /// Makes a signal that does what a line of marbles shows, whose values are the characters of the line.
    ///
    /// Otherwise as ``signal(_:_:file:line:)``.
    public func signal(_ marbles: String, file: StaticString = #filePath, line: UInt = #line) -> Signal<String> {
        signal(marbles, SourcePlace(file: file, line: line)) { String($0) }
    }

    private func signal<Value>(
        _ marbles: String,
        _ place: SourcePlace,
        _ value: (Character) -> Value?
    ) -> Signal<Value> {
        let emitter = Emitter<Value>()
        do throws(MarbleError) {
            for event in try Marbles(marbles).events {
                switch event.mark {
                case .finish: schedule(after: column * event.column) { emitter.finish() }
                case .value(let character):
                    guard let value = value(character) else { throw MarbleError(marbles, notInTable: character) }
                    schedule(after: column * event.column) { emitter.send(value) }
                }
            }
        } catch {
            record("TestScheduler.signal: \(error.message)", at: place)
        }
        return emitter
    }
}
