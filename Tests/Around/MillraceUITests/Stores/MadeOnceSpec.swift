import MillraceData
import MillraceSignals
import MillraceSpecs
import MillraceUI

private struct Row: Identifiable, Equatable {
    let id: Int
    var text = ""
}

final class MadeOnceSpec: Spec {
    @MainActor func testSpec() async {
        describe("what is made once") {
            it("is made when it is first asked for, and then kept") {
                let kept = MadeOnce<Int>()
                var made = 0
                func make() -> Int {
                    made += 1
                    return made
                }
                expect(made) == 0
                expect([kept.value(make), kept.value(make)]) == [1, 1]
                expect(made) == 1
            }

            it("may be nothing, and is made once all the same") {
                let kept = MadeOnce<Int?>()
                var made = 0
                for _ in 0..<2 {
                    _ = kept.value {
                        made += 1
                        return nil
                    }
                }
                expect(made) == 1
            }
        }

        describe("an observed live view") {
            it("has its rows, and draws what has read them when they have changed") {
                let table = Variable(Table([Row(id: 1), Row(id: 2)]))
                let rows = table.live().filter { $0.text.isEmpty }.observed
                let drawing = Drawing { rows.value.map { "\($0.id)" }.joined(separator: " ") }
                table.value.append(Row(id: 3))
                table.value.append(Row(id: 4, text: "hidden"))
                table.value[id: 1]?.text = "hidden"
                expect(drawing.drawn) == ["1 2", "1 2 3", "2 3"]
            }
        }
    }
}
