@testable import AnnotationFilter
import Millrace
import MillraceHistory
import MillraceSpecs

/// Opening a file: an effect that takes time, fails, and is cancelled.
final class OpeningSpec: Spec {
    func testSpec() {
        let sheet = Sheet(file: "first.xfdf", annotations: [Annotation(id: "0", kind: "ink", contents: "wall")])
        let other = Sheet(file: "other.xfdf", annotations: [Annotation(id: "x", kind: "stamp")])
        let problem = SheetError.empty(file: "other.xfdf")

        @TestState var files = SlowSheetServiceMock()
        @TestState var tester = StoreTester { dispatcher in
            AnnotationFilterStore(showing: sheet, on: dispatcher, sheets: files)
        }

        /// Asks for a file, of which nothing is known yet.
        func open(_ path: String = "other.xfdf") {
            tester.send(OpenFile([path]), starting: "open") {
                $0.opening = .init(path: path)
                $0.problem = nil
            }
            tester.advance()
        }

        describe("opening a file") {
            it("keeps what is open, tells how far it is, and then shows it") {
                open()
                expect(files.paths) == ["other.xfdf"]
                files.happen(.progress(percent: 40))
                tester.receive(OpeningProgressed(percent: 40)) { $0.opening?.percent = 40 }
                files.happen(.progress(percent: 80))
                tester.receive(OpeningProgressed(percent: 80)) { $0.opening?.percent = 80 }
                files.happen(.opened(other))
                files.end()
                tester.receive(SheetOpened(sheet: other)) { state in
                    (state.opening, state.sheet) = (nil, other)
                }
                tester.finish()
            }

            it("shows the beginning where nothing else is open, and asks of all of it what was asked of that") {
                let store = AnnotationFilterStore(showing: .empty, on: Dispatcher(on: .main), sheets: files)
                func send(_ action: some Action) { store.dispatcher.dispatch(action) }
                send(OpenFile(["first.xfdf"]))
                send(SheetBegun(sheet: sheet))
                expect(store.state.value.listed) == sheet
                expect(store.state.value.sheet) == .empty
                send(Refine.toggle(Filter(.kind, "ink")))
                send(Refine.search("wall"))
                expect(store.shown.view.value.sheet.sections.flatMap(\.rows)).to(haveCount(1))
                let whole = Sheet(
                    file: "first.xfdf",
                    annotations: [
                        Annotation(id: "0", kind: "ink", contents: "wall"), Annotation(id: "1", kind: "ink"),
                    ]
                )
                send(SheetOpened(sheet: whole))
                expect(store.state.value.listed) == whole
                expect(store.state.value.query) == FilterQuery(active: [Filter(.kind, "ink")], search: "wall")
                // What is open stays.
                send(OpenFile(["other.xfdf"]))
                send(SheetBegun(sheet: other))
                expect(store.state.value.listed) == whole
                send(SheetOpened(sheet: other))
                expect(store.state.value.query) == FilterQuery()
            }

            it("switches all filters off, ends the search and keeps the group") {
                tester.withExhaustivity(.off) {
                    tester.send(SelectGroup(group: .page))
                    tester.send(Refine.toggle(Filter(.kind, "ink")))
                    tester.send(Refine.search("wall"))
                    open()
                    expect(tester.state.isFiltering).to(beTrue())
                    files.happen(.opened(other))
                    files.end()
                    tester.receive(SheetOpened(sheet: other)) { $0.query = FilterQuery() }
                    expect(tester.state.selectedGroup) == .page
                }
            }

            it("keeps everything where the file cannot be opened, and says why until the next one is") {
                open()
                files.end(throwing: problem)
                tester.receive(OpeningFailed(problem: problem)) { ($0.opening, $0.problem) = (nil, problem) }
                tester.expectEffects()
                open()
                tester.send(CancelOpening()) { $0.opening = nil }
            }

            it("takes the place of the file that is still being opened") {
                open("large.xfdf")
                open("other.xfdf")
                expect(files.abandonedPaths) == ["large.xfdf"]
                tester.expectEffects("open")
                files.end(throwing: problem)
                tester.receive(OpeningFailed.self) { ($0.opening, $0.problem) = (nil, problem) }
            }

            it("can be cancelled: what is open stays, and nobody reads on") {
                open()
                files.happen(.progress(percent: 40))
                tester.receive(OpeningProgressed(percent: 40)) { $0.opening?.percent = 40 }
                tester.send(CancelOpening()) { $0.opening = nil }
                tester.expectEffects()
                expect(files.abandonedPaths) == ["other.xfdf"]
            }

            it("is one step to undo") {
                let undo = UndoHistory(of: tester.store)
                tester.withExhaustivity(.off) {
                    open()
                    files.happen(.opened(other))
                    files.end()
                    tester.receive(SheetOpened(sheet: other))
                    tester.send(Undo())
                    expect(tester.state.sheet) == sheet
                    expect(undo.canUndo.value).to(beFalse())
                    tester.send(Redo())
                    expect(tester.state.sheet) == other
                }
            }

            it("goes on while something else is done, undone as a step of its own") {
                let undo = UndoHistory(of: tester.store)
                tester.withExhaustivity(.off) {
                    tester.send(Refine.toggle(Filter(.kind, "ink")))
                    open()
                    tester.send(Undo()) { $0.opening = .init(path: "other.xfdf") }
                    expect(tester.state.isFiltering).to(beFalse())
                    files.happen(.opened(other))
                    files.end()
                    tester.receive(SheetOpened(sheet: other))
                    tester.send(Undo()) { ($0.sheet, $0.opening) = (sheet, nil) }
                    expect(undo.canUndo.value).to(beFalse())
                }
            }
        }

        describe("the progress line") {
            func line(_ percent: Int?) -> String? {
                var state = AnnotationFilterState(sheet: other)
                state.opening = .init(path: "plans/a\nb.xfdf", percent: percent)
                return view(of: state).opening
            }

            it("names the file, and how much of it has been read") {
                expect(line(nil)) == "Opening plans/a b.xfdf …"
                expect(line(42)) == "Opening plans/a b.xfdf … 42 %"
            }
        }
    }
}
