import MillraceBase
import MillraceSignals

extension TestScheduler {
    /// Returns a signal that follows a line of marbles, from now on, with and without observers.
    ///
    /// ```swift
    /// let keys = scheduler.signal("a-b---|", ["a": 1, "b": 2])
    /// ```
    ///
    /// In the line, `-` is a column in which nothing happens, `|` is the end, any other character is a value in a
    /// column of its own, `{name}` is one with a longer name, also in one column, values in parentheses are those of
    /// one instant in one column, and spaces are ignored, except in names. See ``column``.
    ///
    /// The scheduler keeps the events that are still to come.
    ///
    /// - Parameters:
    ///   - marbles: The line. A line that cannot be read, or contains a name that is not in `values`, is a failure.
    ///   - values: The values, by their names in the line.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public func signal<Value>(
        _ marbles: String,
        _ values: [String: Value],
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> Signal<Value> {
        signal(marbles, CallSite(file, line)) { values[$0] }
    }

    /// Returns a signal that follows a line of marbles, with the names in the line as values:
    /// `scheduler.signal("a-{Berlin}-|")`.
    ///
    /// Otherwise like ``signal(_:_:file:line:)``.
    public func signal(_ marbles: String, file: StaticString = #filePath, line: UInt = #line) -> Signal<String> {
        signal(marbles, CallSite(file, line)) { $0 }
    }

    private func signal<Value>(
        _ marbles: String,
        _ place: CallSite,
        _ value: (String) -> Value?
    ) -> Signal<Value> {
        let emitter = Emitter<Value>()
        do throws(MarbleError) {
            for event in try Marbles(marbles).events {
                switch event.mark {
                case .finish: schedule(after: column * event.column) { emitter.finish() }
                case .value(let name):
                    guard let value = value(name) else { throw MarbleError(marbles, notInTable: name) }
                    schedule(after: column * event.column) { emitter.send(value) }
                }
            }
        } catch {
            record("TestScheduler.signal: \(error.message)", at: place)
        }
        return emitter
    }
}
