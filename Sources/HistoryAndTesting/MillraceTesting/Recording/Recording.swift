import MillraceSignals

/// Records the values that a signal or an observable emits, in order, for as long as the recording is kept.
///
/// ```swift
/// let found = Recording(of: search.results)
/// search.text.value = "bridge"
/// #expect(found.values == [[], ["Bridge 1"]])
/// ```
///
/// A recording on a ``TestScheduler`` also has the times. Values that cannot be compared, such as tuples, are recorded
/// as the results of a closure:
///
/// ```swift
/// let pairs = Recording(of: combine(width, height)) { "\($0)x\($1)" }
/// ```
public final class Recording<Value>: CustomStringConvertible {
    /// A recorded event: a value, or the end.
    public struct Entry {
        /// The value; nil for the end.
        public let value: Value?

        /// The time since the recording began; zero without a scheduler.
        public let time: Duration
    }

    /// The storage that the observation writes to. It does not keep the recording alive, whose release ends the
    /// observation.
    private final class Tape { var entries: [Entry] = [] }

    private let tape = Tape()
    private let subscription: Subscription

    /// Records the values of a signal from now on, and its end.
    ///
    /// - Parameters:
    ///   - signal: Observed until the recording is released or cancelled.
    ///   - scheduler: The scheduler whose time the entries have.
    public convenience init(of signal: Signal<Value>, on scheduler: TestScheduler? = nil) {
        self.init(of: signal, on: scheduler) { $0 }
    }

    /// Records the present value of an observable, and every change from now on.
    ///
    /// - Parameters:
    ///   - observable: Observed until the recording is released or cancelled.
    ///   - scheduler: The scheduler whose time the entries have.
    public convenience init(of observable: Observable<Value>, on scheduler: TestScheduler? = nil) {
        self.init(of: observable, on: scheduler) { $0 }
    }

    /// Records the results of a closure for the values of a signal from now on, and its end.
    ///
    /// - Parameters:
    ///   - signal: Observed until the recording is released or cancelled.
    ///   - scheduler: The scheduler whose time the entries have.
    ///   - transform: Called with each value as it is delivered.
    public init<Input>(
        of signal: Signal<Input>,
        on scheduler: TestScheduler? = nil,
        _ transform: @escaping (Input) -> Value
    ) {
        let note = Self.notes(on: tape, scheduler)
        subscription = signal.observe(onFinish: { note(nil) }, { note(transform($0)) })
    }

    /// Records the results of a closure for the present value of an observable, and for every change from now on.
    ///
    /// - Parameters:
    ///   - observable: Observed until the recording is released or cancelled.
    ///   - scheduler: The scheduler whose time the entries have.
    ///   - transform: Called with each value as it is delivered.
    public init<Input>(
        of observable: Observable<Input>,
        on scheduler: TestScheduler? = nil,
        _ transform: @escaping (Input) -> Value
    ) {
        let note = Self.notes(on: tape, scheduler)
        subscription = observable.observe { note(transform($0)) }
    }

    private static func notes(on tape: Tape, _ scheduler: TestScheduler?) -> (Value?) -> Void {
        let start = scheduler?.now ?? .zero
        return { tape.entries.append(Entry(value: $0, time: (scheduler?.now ?? .zero) - start)) }
    }

    /// All events, in order.
    public var entries: [Entry] { tape.entries }

    /// The values, in order.
    public var values: [Value] { entries.compactMap(\.value) }

    /// Whether the signal has finished.
    public var isFinished: Bool { entries.last.map { $0.value == nil } ?? false }

    /// All recorded events in one line: the values with spaces between them, and `|` for the end.
    public var description: String {
        entries.map { entry in entry.value.map { "\($0)" } ?? "|" }.joined(separator: " ")
    }

    /// Removes all events recorded so far, and returns their values.
    ///
    /// For tests with several steps, each of which checks the new values.
    @discardableResult
    public func takeValues() -> [Value] {
        defer { tape.entries = tape.entries.filter { $0.value == nil } }
        return values
    }

    /// Ends the observation. The recorded events stay.
    public func cancel() { subscription.cancel() }
}
