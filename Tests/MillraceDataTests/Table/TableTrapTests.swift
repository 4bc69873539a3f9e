#if os(macOS) || os(Linux)
import Foundation
import MillraceData
import TestSupport
import Testing

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

    @Test func an_element_that_changes_its_identity() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = Table((0..<40).map { Item($0) })
            table[id: Item.ID(7)]?.id = Item.ID(70)
        }
        expect(result, says: "the element of identity 7 was given the identity 70.")
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
}
#endif
