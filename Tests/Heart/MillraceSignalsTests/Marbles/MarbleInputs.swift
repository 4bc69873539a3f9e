import MillraceSignals
import MillraceSpecs

/// A parameter of a row's closure.
protocol MarbleInput {
    static var kind: MarbleLine.Kind { get }

    /// Returns one that does what a line shows.
    static func played(_ line: String, on scheduler: TestScheduler) -> any MarbleInput
}

/// What a row's closure returns.
protocol MarbleOutput {
    static var kind: MarbleLine.Kind { get }

    /// Fails the running example unless it does what a line shows.
    func expect(_ line: String, on scheduler: TestScheduler, file: StaticString, line place: UInt)
}

extension Signal: MarbleInput where Value: MarbleValue {
    static func played(_ line: String, on scheduler: TestScheduler) -> any MarbleInput {
        scheduler.signal(line, Marbles.names(of: line).compactMapValues(Value.value))
    }
}

extension Signal: MarbleOutput {
    static var kind: MarbleLine.Kind { .signal }

    func expect(_ line: String, on scheduler: TestScheduler, file: StaticString, line place: UInt) {
        scheduler.expect(map { marbleName(of: $0) }, toEmit: line, file: file, line: place)
    }
}

/// Has the value in the first column from the start.
extension Observable: MarbleInput where Value: MarbleValue {
    static func played(_ line: String, on scheduler: TestScheduler) -> any MarbleInput {
        let changes = try! Marbles(line).events.map { event in
            guard case .value(let name) = event.mark, let value = Value.value(of: name) else {
                preconditionFailure("\(line) is no line of an observable")
            }
            return (column: event.column, value: value)
        }
        let variable = Variable(changes[0].value)
        for change in changes.dropFirst() {
            scheduler.schedule(after: scheduler.column * change.column) { variable.value = change.value }
        }
        return variable
    }
}

extension Observable: MarbleOutput {
    static var kind: MarbleLine.Kind { .observable }

    func expect(_ line: String, on scheduler: TestScheduler, file: StaticString, line place: UInt) {
        scheduler.expect(map { marbleName(of: $0) }, toEmit: line, file: file, line: place)
    }
}

/// Gives signals that do what its line shows from when they are observed. Their values are named after what was asked:
/// of `a`, the line `1-2|` gives `a1` and `a2`.
struct Answers: MarbleInput {
    fileprivate let marbles: Marbles
    fileprivate let scheduler: TestScheduler

    static var kind: MarbleLine.Kind { .template }

    static func played(_ line: String, on scheduler: TestScheduler) -> any MarbleInput {
        Answers(marbles: try! Marbles(line), scheduler: scheduler)
    }

    func callAsFunction(_ question: String) -> Signal<String> {
        Signal { emitter in
            let works = marbles.events.map { event in
                scheduler.schedule(after: scheduler.column * event.column) {
                    switch event.mark {
                    case .value(let name): emitter.send(question + name)
                    case .finish: emitter.finish()
                    }
                }
            }
            return { works.forEach { $0.cancel() } }
        }
    }
}

/// An asynchronous function that takes as long as its line is, and returns a text that is named after what it was given:
/// for `a`, the line `--!` gives `a!`.
final class Work: MarbleInput {
    private let marbles: Marbles
    private let scheduler: TestScheduler

    static var kind: MarbleLine.Kind { .template }

    static func played(_ line: String, on scheduler: TestScheduler) -> any MarbleInput {
        Work(try! Marbles(line), on: scheduler)
    }

    private init(_ marbles: Marbles, on scheduler: TestScheduler) {
        self.marbles = marbles
        self.scheduler = scheduler
    }

    nonisolated(nonsending) func callAsFunction(_ text: String = "") async -> String {
        try? await scheduler.sleep(for: scheduler.column * (marbles.length - 1))
        return text + marbles.names.joined()
    }

    /// Throws where the line has a failure.
    nonisolated(nonsending) func throwing() async throws(Refused) -> String {
        let answer = await self()
        if answer == "✕" { throw Refused() }
        return answer
    }
}
