#if os(macOS) || os(Linux)
import Foundation
import MillraceData
import MillraceSignals
import TestSupport
import Testing

/// An object whose identity is no constant.
private final class Renamed: Identifiable {
    var id: Int

    init(_ id: Int) { self.id = id }
}

/// Bad use of a table says what happened and how to mend it.
struct TableTrapTests {
    @Test func two_elements_of_one_identity() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Table([Item(1), Item(2), Item(1)])
        }
        expect(result, says: "Table.init: there is more than one element of the identity 1.")
    }

    @Test func an_identity_that_is_there_already() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<40).map { Item($0) })
            table.append(Item(7))
        }
        expect(result, says: "Table.insert: there is more than one element of the identity 7.")
    }

    @Test func several_elements_of_which_one_is_there_already() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<40).map { Item($0) })
            table.append(contentsOf: [Item(50), Item(7)])
        }
        expect(result, says: "Table.insert: there is more than one element of the identity 7.")
    }

    @Test func an_element_that_changes_its_identity() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<40).map { Item($0) })
            table[id: Item.ID(7)]?.id = Item.ID(70)
        }
        expect(result, says: "the element of identity 7 was given the identity 70.")
    }

    @Test func an_element_that_is_set_for_another_identity() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<40).map { Item($0) })
            table[id: Item.ID(50)] = Item(51)
        }
        expect(result, says: "the element of identity 50 was given the identity 51.")
    }

    @Test func an_element_at_a_position_that_changes_its_identity() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<40).map { Item($0) })
            table[7].id = Item.ID(70)
        }
        expect(result, says: "the element of identity 7 was given the identity 70.")
    }

    @Test func changes_that_belong_to_other_rows() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let old = Table((0..<40).map { Item($0) })
            var new = old
            new.append(Item(40))
            let changes = new.changes(from: old)
            var rows = [1, 2, 3]
            changes.apply(to: &rows) { $0 }
        }
        expect(
            result,
            says: "MillraceDataTests/TableTrapTests.swift:",
            "RowChanges.apply: the changes do not fit a list of 3 rows."
        )
    }

    @Test func a_position_that_does_not_exist() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let table = Table((0..<40).map { Item($0) })
            _ = table[40]
        }
        expect(result, says: "position 40 does not exist, there are 40 elements.")
    }

    @Test func a_move_of_what_is_not_there() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<40).map { Item($0) })
            table.move(Item.ID(41), to: 0)
        }
        expect(result, says: "there is no element of the identity 41.")
    }

    @Test func a_position_beyond_the_end_to_insert_at() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<40).map { Item($0) })
            table.insert(Item(50), at: 42)
        }
        expect(
            result,
            says: "MillraceDataTests/TableTrapTests.swift:",
            "Table.insert(_:at:): the position is 42, and there are 40 elements."
        )
    }

    @Test func an_object_that_has_changed_its_identity() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<100).map { Renamed($0) })
            table[17].id = 1_000
            table.remove(at: 17)
        }
        expect(result, says: "Table: an element is not found again", "make the `id` of a class a constant")
    }

    @Test func a_prefix_of_a_negative_number() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let view = Variable(Table([Item(1)])).live()
            _ = view.prefix(-1)
        }
        expect(result, says: "MillraceDataTests/TableTrapTests.swift:", "LiveView.prefix(_:): the count is -1")
    }

    #if DEBUG
    @Test func a_condition_that_is_not_pure() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let table = Variable(Table((0..<40).map { Item($0) }))
            var limit = 20
            let view = table.live().filter { $0.id.number < limit }
            let observation = view.observeChanges { _ in }
            limit = 10
            table.update { $0[id: Item.ID(15)]?.text = "changed" }
            withExtendedLifetime(observation) {}
        }
        expect(
            result,
            says: "MillraceDataTests/TableTrapTests.swift:",
            "LiveView.filter: the closure gives another answer"
        )
    }
    #else
    @Test func a_condition_that_is_not_pure_goes_on_in_a_release_build() async {
        await #expect(processExitsWith: .success) {
            let table = Variable(Table((0..<40).map { Item($0) }))
            var limit = 20
            let view = table.live().filter { $0.id.number < limit }
            let observation = view.observeChanges { _ in }
            limit = 10
            table.update { $0[id: Item.ID(15)]?.text = "changed" }
            precondition(view.value.map(\.id.number) == (0..<20).filter { $0 != 15 })
            withExtendedLifetime(observation) {}
        }
    }
    #endif
}
#endif
