import MillraceSpecs
import TestSupport

@testable import ToDoList

/// Whatever happens in whatever order, two lists and a server are equal in the end, and nothing is lost.
///
/// `MILLRACE_PROGRAMS=5000` runs more of them.
final class SyncPropertySpec: Spec {
    func testSpec() {
        it("ends with equal lists after any edits, deletions, lost answers, crashes and decisions") {
            runPrograms(10) { random in
                let world = SyncWorld(random)
                for _ in 0..<40 { world.step() }
                random = world.random
                return world.finish()
            }
        }
    }
}
