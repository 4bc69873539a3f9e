#if os(macOS) || os(Linux)
import MillraceSignals
import TestSupport
import Testing

struct ReaderTests {
    @Test(arguments: [true, false])
    func O9_a_reader_after_its_closure(isObserved: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isObserved] in
            let variable = Variable(0)
            var kept: Reader?
            let tracked = Observable { read in
                kept = read
                return read(variable)
            }.named("careless")
            let subscription = isObserved ? tracked.observe { _ in } : nil
            _ = tracked.value
            _ = kept?(variable)
            withExtendedLifetime(subscription) {}
        }
        expect(result, says: "Reader: the reader of \"careless\" (Observable<Int>) was used outside of the closure")
    }

    @Test(arguments: [true, false])
    func O9_a_reader_in_the_closure_of_another(isObserved: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isObserved] in
            let variable = Variable(0)
            let outer = Observable { read in
                let first = read(variable)
                return first == 0 ? first : read(Observable { _ in read(variable) })
            }.named("outer")
            let subscription = isObserved ? outer.observe { _ in } : nil
            variable.value = 1
            _ = outer.value
            withExtendedLifetime(subscription) {}
        }
        expect(result, says: "Reader: the reader of \"outer\" (Observable<Int>) was used outside of the closure")
    }

    @Test(arguments: [true, false])
    func O9_tracked_observables_that_read_each_other(isObserved: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isObserved] in
            let start = Variable(false)
            var cycle: [Observable<Int>] = []
            cycle.append(Observable { read in read(start) ? read(cycle[1]) : 0 }.named("first"))
            cycle.append(Observable { read in read(cycle[0]) + 1 }.named("second"))
            let subscription = isObserved ? cycle[1].observe { _ in } : nil
            start.value = true
            _ = cycle[1].value
            withExtendedLifetime(subscription) {}
        }
        expect(result, says: "is read by its own computation")
    }
}
#endif
