#if os(macOS) || os(Linux)
import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceTesting
import MillraceSimulation
import TestSupport
import Testing

/// A journal without files: a process that ends by its error leaves none behind.
private func journalInMemory(on dispatcher: Dispatcher) -> Journal {
    Device().open(on: dispatcher, calls: SimulatedDisk(seed: 1).start())
}

/// The programmer's errors of journals.
@Suite struct JournalTrapTests {
    @Test func aDispatcherWithoutSchedulerIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Journal(Device().folder, on: Dispatcher())
        }
        expect(result, says: "Journal.init: the dispatcher has no scheduler. To fix: make it with Dispatcher(on:)")
    }

    @Test func aSecondJournalIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            _ = journalInMemory(on: dispatcher)
            _ = journalInMemory(on: dispatcher)
        }
        expect(result, says: "Journal.init: the dispatcher has a journal. To fix: keep all its stores in one")
    }

    @Test func twoStoresOfOneNameAreReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = journalInMemory(on: dispatcher)
            let (one, other) = (makeToDo(on: dispatcher), makeToDo(on: dispatcher))
            try journal.keep(one, keepToDo)
            try journal.keep(other, keepToDo)
        }
        expect(result, says: "Journal.keep: two stores are called todo. To fix: name each with Store(_:on:name:)")
    }

    @Test func aStoreThatIsKeptAfterAHistoryWasMadeIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = journalInMemory(on: dispatcher)
            let todo = makeToDo(on: dispatcher)
            _ = StateHistory(of: todo, on: dispatcher)
            try journal.keep(todo, keepToDo)
        }
        expect(
            result,
            says: "Journal.keep: todo is to be kept after a StateHistory was made",
            "To fix: keep the stores first, and then make histories"
        )
    }

    @Test func aMemberThatIsKeptOutsideOfItsFamilyIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = journalInMemory(on: dispatcher)
            journal.keepMember(makeToDo(on: dispatcher), keepToDo)
        }
        expect(result, says: "Journal.keepMember: todo is not being made for a family")
    }

    @Test func aStoreOfAnotherDispatcherIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = journalInMemory(on: dispatcher)
            try journal.keep(makeToDo(on: Dispatcher(on: TestScheduler())), keepToDo)
        }
        expect(result, says: "Journal.keep: todo has another dispatcher")
    }

    @Test func twoPartsOfOneNameAreReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = journalInMemory(on: dispatcher)
            try journal.keep(makeToDo(on: dispatcher)) {
                $0.value(\.token, as: "part")
                $0.value(\.selection, as: "part")
            }
        }
        expect(result, says: "JournalParts: two parts of one store are called part")
    }
}
#endif
