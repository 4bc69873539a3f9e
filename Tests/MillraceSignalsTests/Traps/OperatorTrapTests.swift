#if os(macOS) || os(Linux)
import MillraceSignals
import Testing

/// Counts that make no sense end the process, with a message that names the operator and how to mend it.
struct OperatorTrapTests {
    private static func expect(
        _ result: ExitTest.Result?,
        says text: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains(text), "the message was: \(message.prefix(500))", sourceLocation: location)
    }

    private static let atLeastZero = "a count of -1 was asked for. To fix: pass zero or more."
    private static let atLeastOne = "a count of 0 was asked for. To fix: pass one or more."

    @Test func prefixOfLessThanNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().prefix(-1)
        }
        Self.expect(result, says: "Signal.prefix: \(Self.atLeastZero)")
    }

    @Test func dropOfLessThanNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().drop(-1)
        }
        Self.expect(result, says: "Signal.drop: \(Self.atLeastZero)")
    }

    @Test func suffixOfLessThanNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().suffix(-1)
        }
        Self.expect(result, says: "Signal.suffix: \(Self.atLeastZero)")
    }

    @Test func theElementBeforeTheFirst() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().element(at: -1)
        }
        Self.expect(result, says: "Signal.element(at:): \(Self.atLeastZero)")
    }

    @Test func arraysOfNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().collect(0)
        }
        Self.expect(result, says: "Signal.collect: \(Self.atLeastOne)")
    }

    @Test func mergingNoneAtATime() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().flatMapMerge(limit: 0) { _ in Emitter<Int>() as Signal<Int> }
        }
        Self.expect(result, says: "Signal.flatMapMerge(limit:): \(Self.atLeastOne)")
    }

    @Test func mergingNoObservableAtATime() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().flatMapMerge(limit: 0) { _ in Variable(0) as Observable<Int> }
        }
        Self.expect(result, says: "Signal.flatMapMerge(limit:): \(Self.atLeastOne)")
    }
}
#endif
