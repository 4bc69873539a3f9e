import MillraceSignals

/// Records what a signal or an observable says, in order, for as long as the recording is kept.
///
/// ```swift
/// let found = Recording(of: screen.results)
/// screen.text.value = "bridge"
/// #expect(found.values == [[], ["Bridge 1"]])
/// ```
///
/// Made on a ``TestScheduler`` it also knows when.
public final class Recording<Value> {
    /// Something that was said: a value, or the end.
    public struct Entry {
        /// The value; nil for the end.
        public let value: Value?

        /// The time since the recording began; zero where it was made without a scheduler.
        public let time: Duration
    }

    /// What the observation writes to. It does not know the recording, whose release ends the observation.
    private final class Tape { var entries: [Entry] = [] }

    private let tape = Tape()
    private let subscription: Subscription

    /// Records the values of a signal from now on, and its end.
    ///
    /// - Parameters:
    ///   - signal: Observed until the recording is released, or cancelled.
    ///   - scheduler: Whose time the entries have.
    public init(of signal: Signal<Value>, on scheduler: TestScheduler? = nil) {
        let note = Self.notes(on: tape, scheduler)
        subscription = signal.observe(onFinish: { note(nil) }, { note($0) })
    }

    /// Records the present value of an observable, and every change from now on.
    ///
    /// - Parameters:
    ///   - observable: Observed until the recording is released, or cancelled.
    ///   - scheduler: Whose time the entries have.
    public init(of observable: Observable<Value>, on scheduler: TestScheduler? = nil) {
        let note = Self.notes(on: tape, scheduler)
        subscription = observable.observe { note($0) }
    }

    private static func notes(on tape: Tape, _ scheduler: TestScheduler?) -> (Value?) -> Void {
        let start = scheduler?.now ?? .zero
        return { tape.entries.append(Entry(value: $0, time: (scheduler?.now ?? .zero) - start)) }
    }

    /// All that was said, in order.
    public var entries: [Entry] { tape.entries }

    /// The values, in order.
    public var values: [Value] { entries.compactMap(\.value) }

    /// Whether the signal has finished.
    public var isFinished: Bool { entries.last.map { $0.value == nil } ?? false }

    /// Forgets all that was said so far, and returns the values of it.
    ///
    /// For a test that goes step by step: each looks at what is new.
    @discardableResult
    public func takeValues() -> [Value] {
        defer { tape.entries = tape.entries.filter { $0.value == nil } }
        return values
    }

    /// Ends the observation. What was said stays.
    public func cancel() { subscription.cancel() }
}
