#if os(macOS) || os(Linux)
import MillraceData
import MillraceSignals
import TestSupport
import Testing

@testable import MillraceViews

/// What reading rows that do not exist traps with.
struct LiveListTests {
    @Test("A row that does not exist traps", arguments: [-1, 3])
    func subscripting(position: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [position = position as Int] in
            _ = table[0][position]
        }
        expect(result, says: "LiveList.Section.subscript: position \(position) does not exist, there are 3 rows.")
    }

    @Test("Reading from a row on that cannot be traps", arguments: [-1, 4])
    func reading(position: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [position = position as Int] in
            table[0].forEachRow(from: position) { _ in true }
        }
        expect(result, says: "LiveList.Section.forEachRow: position \(position) does not exist, there are 3 rows.")
    }

    @Test("Rows are read from a position on, as long as they are wanted, and none behind the last one")
    func inARow() {
        var read: [String] = []
        table[0].forEachRow(from: 1) { row in
            read.append(row.id)
            return true
        }
        #expect(read == ["b", "c"])
        table[0].forEachRow { row in
            read.append(row.id)
            return false
        }
        #expect(read == ["b", "c", "a"])
        table[0].forEachRow(from: 3) { _ in
            read.append("none")
            return true
        }
        #expect(read == ["b", "c", "a"])
        #expect(table[0][2].id == "c")
    }
}

/// A table of three live rows.
private var table: LiveList<ListRow> {
    LiveList(rows: Rows(["a", "b", "c"].map { ListRow($0, $0) }))
}
#endif
