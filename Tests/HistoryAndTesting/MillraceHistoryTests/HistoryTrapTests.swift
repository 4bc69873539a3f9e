#if os(macOS) || os(Linux)
import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSignals
import TestSupport
import Testing

/// The programmer's errors of histories and recordings.
@Suite struct HistoryTrapTests {
    @Test func aSecondStateHistoryIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let counter = Store(0, on: Dispatcher())
            _ = StateHistory(of: counter, on: counter.dispatcher)
            _ = StateHistory(of: counter, on: counter.dispatcher)
        }
        expect(result, says: "Dispatcher.install: the dispatcher has a StateHistory already")
    }

    @Test func aSecondUndoHistoryOfOneNameIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            _ = UndoHistory(on: dispatcher) { _ in }
            _ = UndoHistory(on: dispatcher, name: "a") { _ in }
            _ = UndoHistory(on: dispatcher, name: "a") { _ in }
        }
        expect(result, says: "Dispatcher.install: the dispatcher has an UndoHistory called \"a\" already")
    }

    @Test func twoStoresOfOneNameAreReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let (left, right) = (Store(0, on: dispatcher), Store(0, on: dispatcher))
            _ = ActionRecorder(digesting: left, right, on: dispatcher, to: { _ in })
        }
        expect(result, says: "ActionRecorder.init: two stores are called Store<Int>", "name")
    }

    @Test func aPipeWhoseReaderIsGoneEndsTheRecordingAndNotTheProcess() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let counter = makeCounter(on: Dispatcher())
            let pipe = Pipe()
            var problems: [RecordingError] = []
            let recorder = ActionRecorder(
                on: counter.dispatcher,
                to: { try pipe.fileHandleForWriting.write(contentsOf: $0) },
                onFailure: { problems.append($0) }
            )
            counter.dispatcher.dispatch(Add())
            try pipe.fileHandleForReading.close()
            for _ in 0..<2 { counter.dispatcher.dispatch(Add()) }
            recorder.finish()
            #expect(problems.map { "\($0)".contains("the output failed") } == [true])
            #expect(counter.state.value.added.count == 3)
            // Whatever else the process does with such a pipe is as it was.
            #expect(signal(SIGPIPE, SIG_DFL) == nil)
        }
    }

    @Test func aClosedHandleAndAClosedStandardErrorEndNothingEither() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let counter = makeCounter(on: Dispatcher())
            let pipe = Pipe()
            try pipe.fileHandleForWriting.close()
            let complaints = Pipe()
            try complaints.fileHandleForReading.close()
            let standardError = dup(STDERR_FILENO)
            dup2(complaints.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
            let recorder = ActionRecorder(on: counter.dispatcher) {
                try pipe.fileHandleForWriting.write(contentsOf: $0)
            }
            counter.dispatcher.dispatch(Add())
            recorder.finish()
            dup2(standardError, STDERR_FILENO)
            #expect(counter.state.value.added.count == 1)
        }
    }

    @Test func replayingInATurnIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tape = Tape()
            let counter = makeCounter(on: Dispatcher())
            _ = ActionRecorder(on: counter.dispatcher, to: tape.write)
            let recording = try ActionRecording(tape.data)
            let subscription = counter.state.observe { _ in
                _ = recording.replay(to: counter, on: counter.dispatcher)
            }
            subscription.cancel()
        }
        expect(result, says: "ActionRecording.replay: a turn is running")
    }
}
#endif
