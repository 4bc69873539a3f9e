#if os(macOS) || os(Linux)
import MillraceSignals
import TestSupport
import Testing

/// Counts that make no sense end the process, with a message that names the operator and how to mend it.
struct OperatorTrapTests {
    private static let atLeastZero = "a count of -1 was asked for. To fix: pass zero or more."
    private static let atLeastOne = "a count of 0 was asked for. To fix: pass one or more."

    @Test func prefixOfLessThanNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().prefix(-1)
        }
        expect(result, says: "Signal.prefix: \(Self.atLeastZero)")
    }

    @Test func dropOfLessThanNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().drop(-1)
        }
        expect(result, says: "Signal.drop: \(Self.atLeastZero)")
    }

    @Test func suffixOfLessThanNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().suffix(-1)
        }
        expect(result, says: "Signal.suffix: \(Self.atLeastZero)")
    }

    @Test func theElementBeforeTheFirst() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().element(at: -1)
        }
        expect(result, says: "Signal.element(at:): \(Self.atLeastZero)")
    }

    @Test func arraysOfNone() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().collect(0)
        }
        expect(result, says: "Signal.collect: \(Self.atLeastOne)")
    }

    @Test func mergingNoneAtATime() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().flatMap(.concurrent(limit: 0)) { _ in Emitter<Int>() as Signal<Int> }
        }
        expect(result, says: "OverlapPolicy.concurrent(limit:): \(Self.atLeastOne)")
    }

    @Test func mergingNoObservableAtATime() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Emitter<Int>().flatMap(.concurrent(limit: 0)) { _ in Variable(0) as Observable<Int> }
        }
        expect(result, says: "OverlapPolicy.concurrent(limit:): \(Self.atLeastOne)")
    }
}
#endif
