import MillraceSpecs
import TestSupport

@testable import MillraceEntities

/// Law E4, with a server that refuses what is stale: nothing is lost, nothing is covered that was not seen, and nobody
/// is in conflict with oneself.
final class E4ConflictsSpec: Spec {
    func testSpec() {
        it("E4: ends with what the server has, whatever edits cross") {
            runPrograms(30) { ConflictProgram.run(&$0) }
        }
    }
}
