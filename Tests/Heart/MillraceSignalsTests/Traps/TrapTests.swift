#if os(macOS) || os(Linux)
import MillraceSignals
import TestSupport
import Testing

/// What must trap, with a message that says how to mend it.
struct TrapTests {
    @Test func S1_an_observer_that_answers_without_end() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (ping, pong) = (Emitter<Int>(), Emitter<Int>())
            keep(ping.observe(file: "Feature/Ping.swift", line: 1) { pong.send($0 + 1) })
            keep(pong.observe(file: "Feature/Ping.swift", line: 2) { ping.send($0 + 1) })
            ping.send(0)
        }
        expect(result, says: "observers of Emitter<Int> have answered 100000 values on end")
        #if DEBUG
        expect(result, says: "Feature/Ping.swift:2: Fatal error")
        #endif
    }

    @Test func O5_a_cycle_that_never_settles_names_the_observables() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (ping, pong) = (Variable(0).named("ping"), Variable(0).named("pong"))
            let bag = SubscriptionBag()
            ping.observe { pong.value = $0 + 1 }.store(in: bag)
            pong.observe { ping.value = $0 + 1 }.store(in: bag)
        }
        // Which of the two comes first depends on the turn in which counting begins.
        expect(result, says: "Turn.run: observers have set \"p")
        for name in ["ping", "pong"] { expect(result, says: "\"\(name)\" (Variable<Int>)") }
    }

    @Test func O5_a_cycle_through_a_derived_observable_and_a_held_signal_names_what_is_set() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(0)
            let held = variable.changes.map { $0 + 1 }.hold(0).named("echo")
            held.map { $0 + 1 }.observe { variable.value = $0 }.cancel()
            keep(held.map { $0 + 1 }.observe { variable.value = $0 })
        }
        expect(result, says: "\"echo\" (Observable<Int>)")
    }

    @Test func O5_setting_an_observed_variable_in_a_derived_computation() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (source, count) = (Variable(0), Variable(0).named("count"))
            let bag = SubscriptionBag()
            count.observe { _ in }.store(in: bag)
            let derived = source.map { value in
                if value == 1 { count.value += 1 }
                return value
            }
            derived.observe { _ in }.store(in: bag)
            source.value = 1
        }
        expect(result, says: "\"count\" (Variable<Int>) was set while a derived observable computes")
    }

    @Test func O5_setting_what_a_computation_reads_after_it_has_ended_its_observation() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let source = Variable("a").named("source")
            let bag = SubscriptionBag()
            let derived = source.map { value in
                if value == "b" {
                    bag.cancelAll()
                    source.value = "c"
                }
                return value
            }
            derived.observe { _ in }.store(in: bag)
            source.value = "b"
        }
        expect(result, says: "\"source\" (Variable<String>) was set by a computation that reads it")
    }

    @Test func O5_setting_an_observed_variable_in_a_computation_on_demand() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (source, count) = (Variable(0), Variable(0).named("count"))
            keep(count.observe { _ in })
            let derived = source.map { value in
                count.value += 1
                return value
            }
            _ = derived.value
        }
        expect(result, says: "\"count\" (Variable<Int>) was set while a derived observable computes")
    }

    @Test func O2_an_observable_that_reads_itself() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(1)
            var cycle: Observable<Int>?
            cycle = variable.map { $0 + (cycle?.value ?? 0) }.named("cycle")
            _ = cycle?.value
        }
        expect(result, says: "\"cycle\" (Observable<Int>) is read by its own computation")
    }

    @Test func O2_an_observable_that_comes_to_read_itself_while_it_is_observed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(0)
            var cycle: Observable<Int>?
            cycle = variable.map { $0 == 0 ? 0 : cycle?.value ?? 0 }.named("cycle")
            keep(cycle?.observe { _ in })
            variable.value = 1
        }
        expect(result, says: "\"cycle\" (Observable<Int>) is read by its own computation")
    }

    @Test func O2_two_observables_that_come_to_read_each_other_while_they_are_observed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(0)
            var second: Observable<Int>?
            let first = variable.map { $0 == 0 ? 0 : second?.value ?? 0 }.named("first")
            second = first.map { $0 }.named("second")
            keep(second?.observe { _ in })
            variable.value = 1
        }
        expect(result, says: "\"first\" (Observable<Int>) is read by its own computation")
    }

    @Test func O2_a_flatMapLatest_that_returns_what_depends_on_it() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (isCircular, other) = (Variable(false), Variable(0))
            var below: Observable<Int>?
            let result = isCircular.flatMapLatest { $0 ? below ?? other : other }.named("result")
            below = result.map { $0 + 1 }.map { $0 + 1 }
            keep(below?.observe { _ in })
            isCircular.value = true
        }
        expect(result, says: "\"result\" (Observable<Int>) was switched to an observable that depends on it")
    }

    @Test func O2_a_flatMapLatest_that_returns_itself_unobserved() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var cycle: Observable<Int>?
            let other = Variable(0)
            cycle = Variable(0).flatMapLatest { _ in cycle ?? other }.named("cycle")
            _ = cycle?.value
        }
        expect(result, says: "\"cycle\" (Observable<Int>) is read by its own computation")
    }

    @Test func O3_reading_a_variable_that_is_being_updated_in_place() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let names = Variable(["Ada"]).named("names")
            names.update { $0.append("\(names.value.count)") }
        }
        expect(result, says: "\"names\" (Variable<Array<String>>) was read while its value is being changed")
    }

    @Test func O3_setting_a_variable_that_is_being_updated_in_place() async {
        await #expect(processExitsWith: .failure) {
            let names = Variable(["Ada"])
            names.update { _ in names.value = [] }
        }
    }

    @Test func O3_updating_a_variable_that_is_being_updated_in_place() async {
        await #expect(processExitsWith: .failure) {
            let names = Variable(["Ada"])
            names.update { _ in names.update { $0 = [] } }
        }
    }

    @Test func O3_reading_what_derives_from_a_variable_that_is_being_updated_in_place() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let names = Variable(["Ada"]).named("names")
            let count = names.map(\.count)
            names.update { $0.append("\(count.value)") }
        }
        expect(result, says: "\"names\" (Variable<Array<String>>) was read while its value is being changed")
    }

    @Test(arguments: ["prefix", "drop"])
    func S6_a_negative_count(_ method: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [method] in
            _ = method == "prefix" ? Emitter<Int>().prefix(-1) : Emitter<Int>().drop(-1)
        }
        expect(result, says: "Signal.\(method): a count of -1 was asked for. To fix:")
    }

    @Test func O3_an_update_in_whose_midst_another_variable_is_set_is_one_turn() {
        let (numbers, factor) = (Variable([1, 2]), Variable(1))
        let bag = SubscriptionBag()
        var log: [Int] = []
        combine(numbers, factor).map { $0.reduce(0, +) * $1 }.observe { log.append($0) }.store(in: bag)
        numbers.update { numbers in
            numbers.append(3)
            factor.value = 10
            numbers.append(4)
        }
        #expect(log == [3, 100])
    }
}
#endif
