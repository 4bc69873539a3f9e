import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs

@testable import AnnotationFilter

/// Several sheets that are open as one list.
final class SeveralSheetsSpec: Spec {
    func testSpec() {
        func sheet(_ file: String, _ annotations: Annotation...) -> Sheet {
            Sheet(file: file, annotations: annotations, notices: [Notice(.noDate, line: 3)])
        }
        let first = sheet(
            "plans/a.xfdf",
            Annotation(id: "1", kind: "ink", author: "Kim", contents: "Door"),
            Annotation(id: "2", kind: "text", author: "Zoë", contents: "yes", answer: .init(parent: 0)),
            Annotation(id: "3", kind: "ink", author: "Kim", page: 1)
        )
        let second = sheet(
            "plans/b.xfdf",
            Annotation(id: "1", kind: "ink", author: "Kim", contents: "Fire door"),
            Annotation(id: "2", kind: "text", author: "Zoë", contents: "yes", answer: .init(parent: 0)),
            Annotation(id: "9", kind: "stamp", page: 2)
        )
        let list = first.joined(with: second)
        let names = ["a.xfdf", "b.xfdf"]

        func namesOf(_ files: String...) -> [String] {
            files.dropFirst().reduce(sheet(files[0])) { $0.joined(with: sheet($1)) }.names
        }

        describe("several sheets as one list") {
            it("stand one behind the other, each annotation with its sheet and its thread") {
                expect(list.ids).to(
                    equal(["a.xfdf/1", "a.xfdf/2", "a.xfdf/3", "b.xfdf/1", "b.xfdf/2", "b.xfdf/9"])
                )
                expect(list.annotations.map(\.sheet)).to(
                    equal([names[0], names[0], names[0], names[1], names[1], names[1]])
                )
                expect(list.annotations.map { $0.answer?.parent }).to(equal([nil, 0, nil, nil, 0, nil]))
                expect(list.title).to(equal("a.xfdf, b.xfdf"))
                expect(list.files).to(equal(["plans/a.xfdf", "plans/b.xfdf"]))
                expect(list.notices.map(\.description).first).to(contain("a.xfdf: dates that are none"))
                let again = list.joined(with: first)
                expect(again.parent(of: again.ids[7])).to(equal(again.ids[6]))
            }

            it("are told apart where their files have one name, or are one") {
                expect(namesOf("x/a.xfdf", "y/a.xfdf")).to(equal(["a.xfdf", "y/a.xfdf"]))
                expect(namesOf("a.xfdf", "a.xfdf", "a.xfdf")).to(equal(["a.xfdf", "a.xfdf (2)", "a.xfdf (3)"]))
            }

            it("are filtered by the sheet, which is no group where one is open") {
                let query = FilterQuery(active: [Filter(.sheet, "b.xfdf")])
                expect(visible(query, in: list)).to(equal([3, 4, 5]))
                expect(choices(.sheet, FilterQuery(active: [Filter(.kind, "ink")]), in: list).map(\.count)).to(
                    equal([2, 1])
                )
                expect(FilterGroup.all(for: list).last) == .sheet
                expect(FilterGroup.all(for: first)).notTo(contain(.sheet))
            }

            it("stand under headings of their pages, page by page and sheet by sheet, in any order") {
                var arrangement = Arrangement()
                func headings() -> [String] {
                    SheetOrder(list, arrangement).sections.map(\.heading)
                }
                let pages = ["Page 1, a.xfdf", "Page 2, a.xfdf", "Page 1, b.xfdf", "Page 3, b.xfdf"]
                expect(headings()).to(equal(pages))
                arrangement.sorting = .author
                expect(headings()).to(equal(pages))
                arrangement.grouping = .sheet
                expect(headings()).to(equal(names))
            }

            it("stand in the order in which they were opened, whatever their names are and what sorts them") {
                let list = second.joined(with: first)
                var arrangement = Arrangement()
                func headings() -> [String] { SheetOrder(list, arrangement).sections.map(\.heading) }
                let pages = ["Page 1, b.xfdf", "Page 3, b.xfdf", "Page 1, a.xfdf", "Page 2, a.xfdf"]
                expect(headings()).to(equal(pages))
                for column in [Column.author, .sheet, .page] {
                    arrangement.sorting = column
                    expect(headings()).to(equal(pages), description: "\(column)")
                }
                arrangement.grouping = .sheet
                expect(headings()).to(equal(["b.xfdf", "a.xfdf"]))
                arrangement.grouping = nil
                arrangement.sorting = .sheet
                expect(SheetOrder(list, arrangement).positions).to(equal([0, 1, 2, 3, 4, 5]))
                arrangement.isDescending = true
                expect(SheetOrder(list, arrangement).positions).to(equal([3, 4, 5, 0, 1, 2]))
            }

            it("are told in scripts: each line, each object, and by sheet") {
                let state = AnnotationFilterState(sheet: list)
                expect(ScriptAnswer(to: .show, in: state)?.text.first).to(
                    equal("p. 1, a.xfdf | ink | Kim | (no color) | None | Door")
                )
                expect(ScriptAnswer(to: .show, in: state)?.json.last).to(
                    equal(#"{"contents":"","id":"b.xfdf/9","kind":"stamp","marked":false,"page":3,"sheet":"b.xfdf"}"#)
                )
            }

            it("are written into a recording and read from it") {
                for sheet in [list, first] {
                    let data = try JSONEncoder().encode(sheet)
                    expect(try JSONDecoder().decode(Sheet.self, from: data)) == sheet
                }
            }
        }

        describe("opening several files") {
            @TestState var files = SlowSheetServiceMock()
            @TestState var tester = StoreTester { dispatcher in
                AnnotationFilterStore(showing: first, on: dispatcher, sheets: files)
            }

            it("reads one after the other, and shows what is there as one list") {
                tester.send(OpenFile(["a", "b"]), starting: "open") { $0.opening = .init(path: "a, b") }
                tester.advance()
                files.happen(.progress(percent: 50))
                tester.receive(OpeningProgressed(percent: 25)) { $0.opening?.percent = 25 }
                files.happen(.opened(first))
                files.end()
                tester.advance()
                expect(files.paths) == ["a", "b"]
                files.happen(.progress(percent: 50))
                tester.receive(OpeningProgressed(percent: 75)) { $0.opening?.percent = 75 }
                files.happen(.opened(second))
                files.end()
                tester.receive(SheetOpened(sheet: list)) { ($0.opening, $0.sheet) = (nil, list) }
                tester.finish()
            }

            it("adds one to what is open") {
                tester.withExhaustivity(.off) {
                    tester.send(OpenFile(["b"], adding: true))
                    tester.advance()
                    files.happen(.opened(second))
                    files.end()
                    tester.receive(SheetOpened(sheet: list))
                    expect(tester.state.sheet) == list
                }
            }

            it("keeps what is open where one of them cannot be read") {
                tester.withExhaustivity(.off) {
                    tester.send(OpenFile(["a", "b"]))
                    tester.advance()
                    files.happen(.opened(second))
                    files.end()
                    tester.advance()
                    files.end(throwing: .empty(file: "b"))
                    tester.receive(OpeningFailed(problem: .empty(file: "b")))
                    expect(tester.state.sheet) == first
                }
            }
        }
    }
}
