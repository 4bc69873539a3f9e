import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import AnnotationFilter

/// Each step of undo by itself.
final class UndoStepsSpec: Spec {
    func testSpec() {
        // With a file behind it, which edits are added to.
        let sheet = try! sheet(
            "<ink name='a' page='0'><contents>wall</contents></ink>"
                + "<text name='b' page='0'><contents>door</contents></text>"
        )
        let ink = Filter(.kind, "ink")

        /// For each step an action that changes something.
        let steps: [any Action] = [
            Refine.toggle(Filter(.kind, "text")), Refine.switchFilters(.invert, in: .kind),
            Refine.dates(DateRange(rawValue: "2024")),
            Refine.replies(false), Refine.use(FilterQuery(search: "door")), Refine.clear,
            Refine.sort(.author, isDescending: false), Refine.grouping(nil), Refine.columns([.page]),
            SheetOpened(sheet: Sheet(file: "b.xfdf", annotations: [])), Refine.search("wall"),
            Edit.add(SheetEdit("new", of: "a", .reply("yes"), by: "Ada", at: PDFDate("D:2027"))),
            SheetRenewed(sheet: Sheet(file: "c.xfdf", annotations: [])),
        ]
        /// What changes something, and is no step.
        let others: [any Action] = [
            SelectGroup(group: .page), OpenFile(["c.xfdf"]), CancelOpening(), OpeningProgressed(percent: 3),
            SheetBegun(sheet: .empty),
            OpeningFailed(problem: .empty(file: "c.xfdf")), RestoreEdits(files: ["test.xfdf"], edits: []),
        ]

        /// A store with a filter on, which is no step.
        func makeStore() -> (AnnotationFilterStore, UndoHistory) {
            let store = AnnotationFilterStore(
                showing: sheet,
                on: Dispatcher(on: TestScheduler()),
                sheets: SheetServiceMock()
            )
            store.dispatcher.dispatch(Refine.toggle(ink))
            return (store, UndoHistory(of: store))
        }

        describe("undo") {
            for step in steps {
                it("takes back \(type(of: step)), and does it again") {
                    let (store, undo) = makeStore()
                    let before = store.state.value
                    store.dispatcher.dispatch(step)
                    let after = store.state.value
                    expect(after).notTo(equal(before))
                    store.dispatcher.dispatch(Undo())
                    expect(store.state.value).to(equal(before))
                    store.dispatcher.dispatch(Redo())
                    expect(store.state.value).to(equal(after))
                    withExtendedLifetime(undo) {}
                }
            }

            for other in others {
                it("leaves \(type(of: other)) as it is") {
                    let (store, undo) = makeStore()
                    store.dispatcher.dispatch(other)
                    expect(undo.canUndo.value).to(beFalse())
                    withExtendedLifetime(store) {}
                }
            }

            it("has an example here for each of its steps, and for each other action") {
                func names(_ actions: [any Action]) -> Set<String> { Set(actions.map { "\(type(of: $0))" }) }
                let sources = URL(filePath: #filePath).appending(path: "../../../Feature/Flux").standardizedFileURL
                func found(_ pattern: Regex<(Substring, Substring)>, in file: String) throws -> Set<String> {
                    let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
                    return Set(text.matches(of: pattern).map { String($0.1) })
                }
                let undone = try found(/undo\.step\((\w+)\.self/, in: "AnnotationFilterHistory.swift")
                expect(names(steps)).to(equal(undone))
                let actions = try ["Actions.swift", "EditActions.swift"].map { try found(/(\w+): Action,/, in: $0) }
                expect(names(steps + others)).to(equal(actions[0].union(actions[1])))
            }
        }
    }
}
