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
    func O9_setting_what_others_observe(isObserved: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isObserved] in
            let (source, count) = (Variable(0), Variable(0).named("count"))
            keep(count.observe { _ in })
            let tracked = Observable { read in
                if read(source) == 1 { batch { count.value += 1 } }
                return read(source)
            }
            if isObserved { keep(tracked.observe { _ in }) }
            source.value = 1
            _ = tracked.value
        }
        expect(result, says: "\"count\" (Variable<Int>) was set while a derived observable computes")
    }

    @Test func O9_setting_what_it_reads() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(0).named("counted")
            keep(
                Observable { read in
                    if read(variable) == 1 { variable.value += 1 }
                    return read(variable)
                }.observe { _ in }
            )
            variable.value = 1
        }
        expect(result, says: "\"counted\" (Variable<Int>) was set while a derived observable computes")
    }

    @Test(arguments: [true, false])
    func O9_a_tracked_observable_that_reads_itself(isObserved: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isObserved] in
            let start = Variable(false)
            // A visit, and not a look at variables, comes to it.
            let started = start.map { $0 }.map { $0 }
            var cycle: Observable<Int>?
            cycle = Observable { read in read(started) ? cycle.map { read($0) } ?? 1 : 0 }.named("cycle")
            let subscription = isObserved ? cycle?.observe { _ in } : nil
            _ = cycle?.value
            start.value = true
            _ = cycle?.value
            withExtendedLifetime(subscription) {}
        }
        expect(result, says: "\"cycle\" (Observable<Int>) is read by its own computation")
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
