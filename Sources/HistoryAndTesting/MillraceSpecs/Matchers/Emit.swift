import MillraceSignals

/// A signal or an observable to be watched on virtual time, as `expect(signal, on: scheduler)` takes it.
public struct WatchedSignal<Value> {
    let scheduler: TestScheduler
    let record: () -> Recording<Value>
}

/// Begins an expectation about the events of a signal over virtual time.
///
/// ```swift
/// let keys = scheduler.signal("ab--c|")
/// expect(keys.debounce(for: .milliseconds(20), on: scheduler), on: scheduler).to(emit("---b-(c|)"))
/// ```
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - signal: Observed by the matcher, from now on.
///   - scheduler: The scheduler that the matcher advances.
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ signal: Signal<Value>,
    on scheduler: TestScheduler
) -> Expectation<WatchedSignal<Value>> {
    expect(file: file, line: line, WatchedSignal(scheduler: scheduler) { Recording(of: signal, on: scheduler) })
}

/// Begins an expectation about the values of an observable over virtual time: the present one, and every change.
///
/// ```swift
/// let title = scheduler.signal("-b-c").hold("a")
/// expect(title, on: scheduler).to(emit("ab-c"))
/// ```
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - observable: Observed by the matcher, from now on.
///   - scheduler: The scheduler that the matcher advances.
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ observable: Observable<Value>,
    on scheduler: TestScheduler
) -> Expectation<WatchedSignal<Value>> {
    expect(file: file, line: line, WatchedSignal(scheduler: scheduler) { Recording(of: observable, on: scheduler) })
}

/// Matches a signal that follows, from now on, exactly a line of marbles.
///
/// The signal is observed, and time advances by as many columns as the line has; later events are not checked. A
/// failure shows both lines.
///
/// - Parameters:
///   - marbles: The line, written as for `TestScheduler.signal`. A line that cannot be read, or contains a name that is
///     not in `values`, fails `to` and `toNot`.
///   - values: The values, by their names in the line.
public func emit<Value: Equatable>(
    _ marbles: String,
    _ values: [String: Value]
) -> Matcher<WatchedSignal<Value>> {
    emit(marbles, values) { _ in nil }
}

private func emit<Value: Equatable>(
    _ marbles: String,
    _ values: [String: Value],
    naming name: @escaping (Value) -> String?
) -> Matcher<WatchedSignal<Value>> {
    .judging("emit \(Marbles.compact(marbles))") { actual in
        do {
            guard let watched = try actual.get() else { return Verdict(.fail, "there was no signal") }
            let comparison = try MarbleComparison(
                marbles,
                values,
                naming: name,
                on: watched.scheduler,
                watched.record
            )
            return Verdict(comparison.isSame ? .match : .noMatch, comparison.finding)
        } catch {
            return Verdict(.fail, (error as? MarbleError)?.message ?? "it threw \(shown(error))")
        }
    }
}

/// Matches a signal of strings that follows, from now on, exactly a line of marbles.
///
/// The names in the line are the values: `emit("a-{Berlin}-|")`.
///
/// - Parameter marbles: The line, written as for `TestScheduler.signal`.
public func emit(_ marbles: String) -> Matcher<WatchedSignal<String>> {
    emit(marbles, Marbles.names(of: marbles), naming: Marbles.name)
}
