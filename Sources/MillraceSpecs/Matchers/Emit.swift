import Millrace

/// A signal or an observable that is watched on virtual time: what `expect(signal, on: scheduler)` is about.
public struct WatchedSignal<Value> {
    let scheduler: TestScheduler
    let observe: (_ finish: @escaping () -> Void, _ receive: @escaping (Value) -> Void) -> Subscription
}

/// Begins an expectation about what a signal does over virtual time.
///
/// ```swift
/// let keys = scheduler.signal("ab--c|")
/// expect(keys.debounce(for: .milliseconds(20), on: scheduler), on: scheduler).to(emit("---b-(c|)"))
/// ```
///
/// - Parameters:
///   - signal: Observed by the matcher, from the present instant on.
///   - scheduler: Whose time the matcher turns.
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ signal: Signal<Value>,
    on scheduler: TestScheduler
) -> Expectation<WatchedSignal<Value>> {
    expect(file: file, line: line, WatchedSignal(scheduler: scheduler) { signal.observe(onFinish: $0, $1) })
}

/// Begins an expectation about the values of an observable over virtual time: the present one, and every change.
///
/// ```swift
/// let title = scheduler.signal("-b-c").hold("a")
/// expect(title, on: scheduler).to(emit("ab-c"))
/// ```
///
/// - Parameters:
///   - observable: Observed by the matcher, from the present instant on.
///   - scheduler: Whose time the matcher turns.
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ observable: Observable<Value>,
    on scheduler: TestScheduler
) -> Expectation<WatchedSignal<Value>> {
    expect(file: file, line: line, WatchedSignal(scheduler: scheduler) { observable.observe($1) })
}

/// Matches a signal that does, from now on, exactly what a line of marbles shows.
///
/// The signal is observed, and the time turned on by as many columns as the line has; what comes after its last column
/// is not looked at. A failure shows what came under what was expected.
///
/// - Parameters:
///   - marbles: The line, written as for `TestScheduler.signal`. One that cannot be read, or has what `values`
///     does not, fails both ways.
///   - values: What its characters stand for.
public func emit<Value: Equatable>(
    _ marbles: String,
    _ values: [Character: Value]
) -> Matcher<WatchedSignal<Value>> {
    .judging("emit \(marbles.filter { $0 != " " })") { actual in
        do {
            let expected = try Marbles(marbles)
            var table = MarbleTable(values)
            if let missing = table.firstMissing(in: expected) { throw MarbleError(marbles, notInTable: missing) }
            guard let watched = try actual.get() else { return Verdict(.fail, "there was no signal") }
            let recording = Recording(of: watched, columns: expected.length)
            let emitted = recording.marbles(&table)
            let isSame = emitted.events == table.canonical(expected) && recording.betweenColumns.isEmpty
            return Verdict(isSame ? .match : .noMatch, recording.finding(emitted, beside: expected, table))
        } catch {
            return Verdict(.fail, (error as? MarbleError)?.message ?? "it threw \(shown(error))")
        }
    }
}

/// Matches a signal of strings that does, from now on, exactly what a line of marbles shows, whose characters are the
/// values.
///
/// - Parameter marbles: The line, written as for `TestScheduler.signal`.
public func emit(_ marbles: String) -> Matcher<WatchedSignal<String>> {
    emit(marbles, Dictionary((try? Marbles(marbles))?.values.map { ($0, String($0)) } ?? []) { first, _ in first })
}

/// What a signal did over a number of columns.
private struct Recording<Value: Equatable> {
    private var events: [(time: Duration, value: Value?)] = []
    private let column: Duration
    private let columns: Int

    init(of watched: WatchedSignal<Value>, columns: Int) {
        let scheduler = watched.scheduler
        let start = scheduler.now
        let log = Log()
        let subscription = watched.observe(
            { log.events.append((scheduler.now - start, nil)) },
            { log.events.append((scheduler.now - start, $0)) }
        )
        // The last column's own instant, and nothing of the time after it.
        scheduler.advance(to: start + scheduler.column * max(0, columns - 1))
        subscription.cancel()
        events = log.events
        column = scheduler.column
        self.columns = columns
    }

    private final class Log { var events: [(Duration, Value?)] = [] }

    /// What came at an instant that no column stands for.
    var betweenColumns: [(time: Duration, value: Value?)] { events.filter { !isOnColumn($0.time) } }

    private func isOnColumn(_ time: Duration) -> Bool { time.attoseconds.isMultiple(of: column.attoseconds) }

    func marbles(_ table: inout MarbleTable<Value>) -> Marbles {
        Marbles(
            events.map { event in
                let mark = event.value.map { Marbles.Mark.value(table.character(for: $0)) } ?? .finish
                return Marbles.Event(column: Int(event.time.attoseconds / column.attoseconds), mark: mark)
            },
            length: columns
        )
    }

    /// The two lines under each other, and what they cannot show.
    func finding(_ marbles: Marbles, beside expected: Marbles, _ table: MarbleTable<Value>) -> String {
        let (wanted, got) = Marbles.underEachOther(expected, marbles)
        var lines = ["got:", "  expected  \(wanted)", "  got       \(got)"]
        lines += table.legend.map { "  where \($0.key) is \(shown($0.value))" }
        lines += betweenColumns.map { event in
            "  \(event.value.map { shown($0) } ?? "the end") came at \(event.time), between two columns"
        }
        return lines.joined(separator: "\n")
    }
}

/// Finds the character for a value: the one that the spec gave it, or a new one.
private struct MarbleTable<Value: Equatable> {
    private let given: [(character: Character, value: Value)]
    private let spare: [Character]

    /// What was not in the table, and the characters that stand for it.
    private(set) var legend: [(key: Character, value: Value)] = []

    init(_ values: [Character: Value]) {
        given = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        spare = "?!#%&*+=~^".filter { !values.keys.contains($0) }.map { $0 }
    }

    /// The first character of a line that the table lacks.
    func firstMissing(in marbles: Marbles) -> Character? {
        marbles.values.first { value(of: $0) == nil }
    }

    /// The events of a line, with one character for each value: of those that stand for equal ones the first.
    func canonical(_ marbles: Marbles) -> [Marbles.Event] {
        marbles.events.map { event in
            guard case .value(let character) = event.mark, let value = value(of: character),
                let first = given.first(where: { $0.value == value })
            else { return event }
            return Marbles.Event(column: event.column, mark: .value(first.character))
        }
    }

    private func value(of character: Character) -> Value? { given.first { $0.character == character }?.value }

    mutating func character(for value: Value) -> Character {
        if let known = given.first(where: { $0.value == value }) { return known.character }
        if let known = legend.first(where: { $0.value == value }) { return known.key }
        let character = legend.count < spare.count ? spare[legend.count] : "?"
        legend.append((character, value))
        return character
    }
}
