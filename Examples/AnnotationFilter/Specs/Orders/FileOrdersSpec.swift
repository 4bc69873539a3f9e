import Millrace
import MillraceHistory
import MillraceSpecs
import TestSupport

@testable import AnnotationFilter

/// Sheets that are opened, edited, saved and merged, in every order of that and of what becomes of the files, of which
/// one cannot be read or written.
final class FileOrdersSpec: Spec {
    func testSpec() {
        /// Tries what a user does with a plan: all orders in the gate, the nearest ones otherwise.
        func tryOrders(_ deeds: @escaping (ExploredFilter) -> Void) throws {
            let tried = try explore(steps: Programs.steps(200_000, plain: 100), time: .seconds(600)) { world in
                let filter = try ExploredFilter(in: world)
                deeds(filter)
                filter.mustKeepEdits()
                return Inspection(of: filter.store)
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }

        it("keeps what is edited while it is saved, while a save fails, and while somebody else changes the file") {
            try tryOrders { filter in
                filter.mayReply(times: 2)
                filter.maySave(times: 2)
                filter.somebodyElseMayAdd()
            }
        }

        it("shows the sheet that was opened last, and what was edited in it, whatever is saved meanwhile") {
            try tryOrders { filter in
                filter.mayReply()
                filter.maySave()
                filter.mayOpen(ExploredFilter.other)
                filter.mayOpen(ExploredFilter.plan)
            }
        }

        it("takes the edits to a newer version, whatever is opened meanwhile") {
            try tryOrders { filter in
                filter.mayReply()
                filter.mayMerge()
                filter.mayOpen(ExploredFilter.other)
            }
        }
    }
}
