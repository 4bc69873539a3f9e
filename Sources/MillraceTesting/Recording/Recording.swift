import MillraceSignals

/// Records what a signal or an observable emits, in order, for as long as the recording is kept.
///
/// ```swift
/// let found = Recording(of: screen.results)
/// screen.text.value = "bridge"
/// #expect(found.values == [[], ["Bridge 1"]])
/// ```
///
/// A recording on a ``TestScheduler`` also has the times.
public final class Recording<Value> {
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
    public init(of signal: Signal<Value>, on scheduler: TestScheduler? = nil) {
        let note = Self.notes(on: tape, scheduler)
        subscription = signal.observe(onFinish: { note(nil) }, { note($0) })
    }

    /// Records the present value of an observable, and every change from now on.
    ///
    /// - Parameters:
    ///   - observable: Observed until the recording is released or cancelled.
    ///   - scheduler: The scheduler whose time the entries have.
    public init(of observable: Observable<Value>, on scheduler: TestScheduler? = nil) {
        let note = Self.notes(on: tape, scheduler)
        subscription = observable.observe { note($0) }
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

    /// Removes all events recorded so far, and returns their values.
    ///
    /// For tests with several steps, each of which checks what is new.
    @discardableResult
    public func takeValues() -> [Value] {
        defer { tape.entries = tape.entries.filter { $0.value == nil } }
        return values
    }

    /// Ends the observation. The recorded events stay.
    public func cancel() { subscription.cancel() }
}
