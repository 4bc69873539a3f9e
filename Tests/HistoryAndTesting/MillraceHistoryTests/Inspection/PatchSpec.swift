import MillraceData
import MillraceSpecs

@testable import MillraceHistory

/// What changes are written as.
final class PatchSpec: Spec {
    private struct Row: Identifiable, Equatable {
        var id: Int
        var title = ""
    }
    private struct State {
        var rows: [Row] = []
        var table: Table<Row> = []
        var count = 0
        var maybe: Int??
        var marks: Set<String> = []
        var byName: [String: Row] = [:]
        var step = Step.idle
    }
    private enum Step: Equatable { case idle, running(percent: Int, Row), done }

    /// Counts how often its values are compared.
    private final class Counter { var comparisons = 0 }
    private struct Counted: Identifiable, Equatable {
        let id: Int
        var title = ""
        let counter: Counter

        static func == (left: Counted, right: Counted) -> Bool {
            left.counter.comparisons += 1
            return left.id == right.id && left.title == right.title
        }
    }
    private struct Many { var rows: Table<Counted> }

    func testSpec() {
        /// A patch, in which `row` stands for the mark of an identity.
        func patch(_ old: State, _ change: (inout State) -> Void) -> String {
            var new = old
            change(&new)
            let patch = TreeWriter(InspectionRules()).patch(from: old, to: new)
            return patch.map { String(decoding: $0, as: UTF8.self).replacing("[\"#\",", with: "[row,") } ?? "nothing"
        }
        func row(_ id: Int, _ title: String = "") -> String {
            #"{"t":"Row","f":[["id",\#(id)],["title","\#(title)"]]}"#
        }
        let rows = [Row(id: 1), Row(id: 2), Row(id: 3)]

        describe("a patch") {
            it("is nothing where nothing has changed") {
                expect(patch(State()) { $0.count = 0 }) == "nothing"
            }

            it("replaces a field, by its path") {
                expect(patch(State()) { $0.count = 1 }) == #"[["=",["count"],0,1]]"#
            }

            it("names the row in which something has changed, wherever it stands now") {
                let changed = patch(State(rows: rows)) { state in
                    state.rows.insert(Row(id: 9), at: 0)
                    state.rows[3].title = "a"
                }
                expect(changed) == #"[["+",["rows",[row,"9"]],\#(row(9)),0],["=",["rows",[row,"3"],"title"],"","a"]]"#
            }

            it("takes a row out and puts it in where it has moved, and says once what it is now") {
                let changed = patch(State(table: Table(rows))) { state in
                    state.table[0].title = "a"
                    state.table.move(1, to: 2)
                }
                let (out, back) = (
                    #"["-",["table",[row,"1"]],\#(row(1)),0]"#, #"["+",["table",[row,"1"]],\#(row(1, "a")),2]"#
                )
                expect(changed) == "[\(out),\(back)]"
            }

            it("takes out the last rows first, so that each index is right") {
                let changed = patch(State(rows: rows)) { $0.rows.removeFirst(2) }
                expect(changed) == #"[["-",["rows",[row,"2"]],\#(row(2)),1],["-",["rows",[row,"1"]],\#(row(1)),0]]"#
            }

            it("replaces the list where an identity has come twice") {
                let changed = patch(State(rows: [rows[0]])) { $0.rows.append(rows[0]) }
                expect(changed) == #"[["=",["rows"],{"l":[["1",\#(row(1))]]},[\#(row(1)),\#(row(1))]]]"#
            }

            it("replaces an optional of an optional as a whole") {
                expect(patch(State()) { $0.maybe = .some(nil) }) == #"[["=",["maybe"],null,{"o":null}]]"#
                expect(patch(State(maybe: 1)) { $0.maybe = 2 }) == #"[["=",["maybe"],{"o":1},{"o":2}]]"#
            }

            it("goes into the payload of a case, and replaces one case by another") {
                let running = State(step: .running(percent: 1, rows[0]))
                expect(patch(running) { $0.step = .running(percent: 2, Row(id: 1, title: "a")) })
                    == #"[["=",["step","percent"],1,2],["=",["step",".1","title"],"","a"]]"#
                expect(patch(running) { $0.step = .done }).to(endWith(#",{"c":"done"}]]"#))
            }

            it("adds and removes elements of sets and entries of dictionaries") {
                expect(patch(State(marks: ["a"])) { $0.marks = ["b"] })
                    == #"[["-",["marks",["e"]],"a"],["+",["marks",["e"]],"b"]]"#
                let changed = patch(State(byName: ["a": rows[0], "b": rows[1]])) {
                    $0.byName = ["b": Row(id: 2, title: "c")]
                }
                expect(changed) == #"[["-",["byName",["k","a"]],\#(row(1))],["=",["byName",["k","b"],"title"],"","c"]]"#
            }

            it("costs what has changed in a table, and not what is in it") {
                let counter = Counter()
                let old = Many(rows: Table((0..<10_000).map { Counted(id: $0, counter: counter) }))
                var new = old
                new.rows[5_000].title = "a"
                new.rows.remove(at: 100)
                new.rows.move(7, to: 9_000)
                counter.comparisons = 0
                let writer = TreeWriter(InspectionRules())
                expect(writer.patch(from: old, to: new) == nil) == false
                expect(counter.comparisons).to(beLessThan(20))
            }
        }
    }
}
