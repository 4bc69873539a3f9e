import MillraceBase
import MillraceSignals

extension TestScheduler {
    /// Fails the running test unless a signal follows, from now on, exactly a line of marbles.
    ///
    /// ```swift
    /// let keys = scheduler.signal("ab--c|")
    /// scheduler.expect(keys.debounce(for: .milliseconds(20), on: scheduler), toEmit: "---b-(c|)")
    /// ```
    ///
    /// The signal is observed, and time advances by as many columns as the line has; later events are not checked. The
    /// failure shows both lines. In a `Spec` you can write `expect(signal, on: scheduler).to(emit("---b-(c|)"))`
    /// instead.
    ///
    /// - Parameters:
    ///   - signal: Observed until the last column.
    ///   - marbles: The line, written as for ``signal(_:_:file:line:)``. A line that cannot be read, or contains a
    ///     name that is not in `values`, fails.
    ///   - values: The values, by their names in the line.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public func expect<Value: Equatable>(
        _ signal: Signal<Value>,
        toEmit marbles: String,
        _ values: [String: Value],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        compare(marbles, values, CallSite(file, line)) { Recording(of: signal, on: self) }
    }

    /// Fails the running test unless a signal of strings follows, from now on, exactly a line of marbles.
    ///
    /// The names in the line are the values: `toEmit: "a-{Berlin}-|"`. Otherwise like the form with a table of values.
    public func expect(
        _ signal: Signal<String>,
        toEmit marbles: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        compare(marbles, Marbles.names(of: marbles), naming: Marbles.name, CallSite(file, line)) {
            Recording(of: signal, on: self)
        }
    }

    /// Fails the running test unless an observable has, from now on, exactly the values that a line of marbles shows.
    ///
    /// The present value comes first, then every change. Otherwise like the form for signals.
    public func expect<Value: Equatable>(
        _ observable: Observable<Value>,
        toEmit marbles: String,
        _ values: [String: Value],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        compare(marbles, values, CallSite(file, line)) { Recording(of: observable, on: self) }
    }

    /// Fails the running test unless an observable of strings has, from now on, exactly the values that a line of
    /// marbles shows.
    ///
    /// The names in the line are the values. Otherwise like the form for signals.
    public func expect(
        _ observable: Observable<String>,
        toEmit marbles: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        compare(marbles, Marbles.names(of: marbles), naming: Marbles.name, CallSite(file, line)) {
            Recording(of: observable, on: self)
        }
    }

    private func compare<Value: Equatable>(
        _ marbles: String,
        _ values: [String: Value],
        naming name: @escaping (Value) -> String? = { _ in nil },
        _ place: CallSite,
        _ makeRecording: () -> Recording<Value>
    ) {
        let expectation = "expected to emit \(Marbles.compact(marbles))"
        do throws(MarbleError) {
            let comparison = try MarbleComparison(marbles, values, naming: name, on: self, makeRecording)
            if !comparison.isSame { record("\(expectation), \(comparison.finding)", at: place) }
        } catch {
            record("\(expectation), \(error.message)", at: place)
        }
    }
}
