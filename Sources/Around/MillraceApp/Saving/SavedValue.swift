import Foundation
import MillraceBase
import MillraceSignals

/// A value that is there again in the next run of the program: a setting, the last search, a draft.
///
/// ```swift
/// let unit = try SavedValue(TemperatureUnit.celsius, in: .file(settings), on: .main)
/// unit.set(.fahrenheit)                                   // and it is saved
/// let symbol = unit.state.map(\.symbol)
/// ```
///
/// It is read once, when this is made. After that the value here counts: it is an observable, ``state``, and only the
/// owner of the saved value can ``set(_:)`` it. So hand out the state to code that only reads. Two saved values, or two
/// programs, must not use the same file: the later one would overwrite the value of the other.
///
/// **Saving** begins when the turn is over, on another thread, and then at most once in a while, however often the value
/// is set; the last one is always saved. It is written as JSON. If that fails, ``failure`` says so, and the next change
/// tries again. When the program ends call ``saveNow()``.
///
/// In a spec, pass `SavedPlace.memory()` and a `TestScheduler`: nothing is shared with other specs.
///
/// It belongs to the isolation domain of its scheduler. Until a new value is saved it is kept alive by that.
public final class SavedValue<Value: Codable & Equatable & Sendable> {
    /// The present value.
    public let state: Observable<Value>

    /// Why the value was not saved at the last attempt; nil if it was, and before the first one.
    public let failure: Observable<(any Error)?>

    private let variable: Variable<Value>
    private let lastFailure = Variable<(any Error)?>(nil)
    private let place: SavedPlace
    private let scheduler: any Scheduler
    private let interval: Duration
    private var isSaving = false

    /// The value of the last attempt to save it.
    private var attempted: Value

    /// The number of the last attempt, and that of the last one that has succeeded: an older one must not overwrite it.
    private var number = 0
    private let written = Locked(0)

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - initial: The value if none was saved.
    ///   - place: Where it is saved.
    ///   - scheduler: Where the value belongs.
    ///   - interval: The time between two attempts to save it, at least.
    /// - Throws: If something was saved that cannot be read, and must not be overwritten without a word: an error of the
    ///   file, or a `DecodingError`.
    public init(
        _ initial: Value,
        in place: SavedPlace,
        on scheduler: some Scheduler,
        atMostEvery interval: Duration = .seconds(1)
    ) throws {
        let value = try place.read().map { try JSONDecoder().decode(Value.self, from: $0) } ?? initial
        variable = Variable(value)
        attempted = value
        self.place = place
        self.scheduler = scheduler
        self.interval = interval
        state = variable
        failure = lastFailure
    }

    /// Sets the value, in a turn, and has it saved. An equal value changes nothing.
    public func set(_ value: Value) {
        guard value != variable.value else { return }
        variable.value = value
        if isSaving { return }
        isSaving = true
        // Kept until it is saved.
        let me = self
        scheduler.start { await me.save() }
    }

    /// Saves the value now, if it is not saved yet. Waits for a file.
    ///
    /// - Throws: Why it cannot be saved.
    public func saveNow() throws {
        if written.withLock({ $0 }) == number, variable.value == attempted { return }
        let result = beginAttempt()()
        note(result)
        try result.get()
    }

    private nonisolated(nonsending) func save() async {
        repeat {
            let attempt = beginAttempt()
            note(await inBackground(attempt))
            // Cancelled, it goes on at once.
            try? await scheduler.sleep(for: interval)
        } while variable.value != attempted
        isSaving = false
    }

    /// Returns a closure that writes the present value, on any thread.
    private func beginAttempt() -> @Sendable () -> Result<Void, any Error> {
        number += 1
        attempted = variable.value
        let (number, value, write, written) = (number, attempted, place.write, written)
        return {
            written.withLock { last in
                if last > number { return .success(()) }
                return Result { try write(JSONEncoder.ofSavedValues.encode(value)) }.map { last = number }
            }
        }
    }

    private func note(_ result: Result<Void, any Error>) {
        switch result {
        case .success: if lastFailure.value != nil { lastFailure.value = nil }
        case .failure(let error): lastFailure.value = error
        }
    }
}

@concurrent
private func inBackground(_ work: @Sendable () -> Result<Void, any Error>) async -> Result<Void, any Error> { work() }

extension JSONEncoder {
    fileprivate static var ofSavedValues: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
