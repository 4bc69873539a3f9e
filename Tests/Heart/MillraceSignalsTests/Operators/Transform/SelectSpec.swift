import MillraceSignals
import MillraceSpecs

final class SelectSpec: Spec {
    private struct Sheet {
        var title = "untitled"
        var rows: [Int] = []
    }

    func testSpec() {
        describe("select") {
            it("by a key path gives that part, and changes only when it does") {
                let sheet = Variable(Sheet())
                let seen = Recording(of: sheet.select(\.title))
                sheet.update { $0.rows = [1] }
                sheet.update { $0.title = "plan" }
                expect(seen.values).to(equal(["untitled", "plan"]))
            }

            it("by a closure gives what that makes of the value, and changes only when that does") {
                let sheet = Variable(Sheet())
                let seen = Recording(of: sheet.select { $0.rows.isEmpty })
                sheet.value.rows = [1]
                sheet.value.rows = [1, 2]
                sheet.value.rows = []
                expect(seen.values).to(equal([true, false, true]))
            }

            it("gives optional parts too, nil included") {
                let sheet = Variable(Sheet())
                let seen = Recording(of: sheet.select(\.rows.first))
                sheet.value.title = "plan"
                sheet.value.rows = [1]
                expect(seen.values).to(equal([nil, 1]))
            }
        }
    }
}
