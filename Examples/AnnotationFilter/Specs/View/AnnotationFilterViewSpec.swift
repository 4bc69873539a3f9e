@testable import AnnotationFilter
import Millrace
import MillraceSpecs

final class AnnotationFilterViewSpec: Spec {
    func testSpec() {
        let sheet = Sheet(
            file: "plans/first.xfdf",
            document: "plan.pdf",
            annotations: [
                Annotation(
                    id: "a",
                    kind: "text",
                    author: "Kim",
                    color: AnnotationColor("#FF8000"),
                    contents: "Two\nlines",
                    status: .accepted,
                    isMarked: true
                ),
                Annotation(id: "b", kind: "text", author: "Zoë", contents: "yes", answer: .init(parent: 0)),
                Annotation(id: "c", kind: "text", contents: "no", answer: .init(parent: 1, depth: 2)),
                Annotation(id: "d", kind: "ink", author: "Zoë", subject: "Pencil", page: 4),
            ]
        )

        func state(active: Filter..., group: FilterGroup = .kind, search: String = "") -> AnnotationFilterState {
            let query = FilterQuery(active: Set(active), search: search)
            return AnnotationFilterState(sheet: sheet, selectedGroup: group, query: query)
        }

        func view(_ state: AnnotationFilterState, _ arrangement: Arrangement? = nil) -> AnnotationFilterView {
            AnnotationFilterSpecs.view(of: state, arrangement)
        }

        func rows(_ state: AnnotationFilterState) -> [ListRow] { view(state).sheet.sections.flatMap(\.rows) }

        describe("the sheet's table") {
            it("says who says what, on which page, what became of it, and shows mark and colour") {
                let list = view(state()).sheet
                expect(ListModel(title: list.title, sections: list.sections)).to(matchSnapshot())
            }

            it("has a section for each page with visible rows") {
                expect(view(state(active: Filter(.kind, "ink"))).sheet.sections.compactMap(\.header)).to(
                    equal(["Page 5"])
                )
            }

            it("says what an annotation is called where it has no text") {
                expect(rows(state()).last?.title).to(equal("Zoë, ink: Pencil"))
            }

            it("indents an answer below what it answers") {
                expect(rows(state()).map(\.indentation)).to(equal([0, 1, 2, 0]))
                expect(rows(state()).map(\.title)[1...2]).to(equal(["↳ Zoë, text: yes", "↳ (no author), text: no"]))
            }

            it("shows what an answer answers, dim, where the filters do not let it pass") {
                let answers = rows(state(active: Filter(.author, "(no author)")))
                expect(answers.map(\.id)).to(equal(["a", "b", "c"]))
                expect(answers.map(\.isEnabled)).to(equal([false, false, true]))
                expect(answers.map(\.indentation)).to(equal([0, 1, 2]))
                expect(rows(state(active: Filter(.author, "Kim"))).map(\.id)).to(equal(["a"]))
            }

            it("says on which page an answer stands, where that is another than its heading's") {
                let sheet = Sheet(
                    file: "f",
                    annotations: [
                        Annotation(id: "a", kind: "text", author: "Kim", contents: "?"),
                        Annotation(
                            id: "b",
                            kind: "text",
                            author: "Zoë",
                            page: 2,
                            contents: "!",
                            answer: .init(parent: 0)
                        ),
                    ]
                )
                let state = AnnotationFilterState(sheet: sheet, query: FilterQuery(active: [Filter(.page, "3")]))
                let table = view(state).sheet
                expect(table.sections.compactMap(\.header)).to(equal(["Page 1"]))
                expect(table.sections[0].rows.map(\.title)).to(equal(["Kim, text: ?", "↳ p. 3, Zoë, text: !"]))
                expect(table.sections[0].rows.map(\.isEnabled)).to(equal([false, true]))
            }

            it("sorts threads and puts them under the headings of a column, answers below what they answer") {
                var arrangement = Arrangement()
                arrangement.sorting = .author
                arrangement.isDescending = true
                arrangement.grouping = .kind
                let table = view(state(), arrangement).sheet
                expect(table.sections.compactMap(\.header)).to(equal(["ink", "text"]))
                expect(table.sections.flatMap(\.rows).map(\.id)).to(equal(["d", "a", "b", "c"]))
            }

            it("leaves headings out where none are wanted, and keeps the order") {
                var arrangement = Arrangement()
                arrangement.grouping = nil
                let table = view(state(), arrangement).sheet
                expect(table.sections.map(\.header)).to(equal([nil]))
                expect(table.sections.flatMap(\.rows).map(\.id)).to(equal(["a", "b", "c", "d"]))
                arrangement.sorting = .author
                arrangement.isDescending = true
                let sorted = view(state(), arrangement).sheet
                expect(sorted.sections.flatMap(\.rows).map(\.id)).to(equal(["d", "a", "b", "c"]))
            }

            it("shows the columns that are chosen, below each other") {
                var arrangement = Arrangement()
                arrangement.columns = [.author, .page, .text]
                let table = view(state(), arrangement).sheet
                expect(table.sections.flatMap(\.rows).map(\.title)).to(
                    equal(["Kim     1     Two lines", "↳ Zoë     1     yes", "↳         1     no", "Zoë     5     "])
                )
            }

            it("is the same whether it was shown whole before or not") {
                let state = Variable(state())
                let shown = state.shown.view
                let all = shown.value.sheet
                withExtendedLifetime(shown.observe { _ in }) {
                    state.value.query.active = [Filter(.page, "1")]
                    expect(shown.value.sheet.sections).to(equal([all.sections[0]]))
                }
            }
        }

        describe("the panel's table") {
            it("names every group, and shows the filters of the selected one") {
                let panel = view(state(group: .author)).panel
                expect(panel.sections.compactMap(\.header)).to(
                    equal([
                        "▸ kind", "▾ author", "▸ color", "▸ page", "▸ status", "▸ subject", "▸ layer", "▸ marked",
                    ])
                )
                expect(panel.sections.map(\.rows.count)).to(equal([0, 3, 0, 0, 0, 0, 0, 0]))
            }

            it("shows which filters are on, and how many in each group") {
                let panel = view(state(active: Filter(.kind, "ink"), Filter(.page, "1"), Filter(.page, "5"))).panel
                expect(panel.sections.compactMap(\.header)).to(contain("▾ kind (1 on)", "▸ page (2 on)"))
                expect(panel.sections[0].rows.map(\.isSelected)).to(equal([true, false]))
            }

            it("shows what each filter would leave, and disables those that would leave nothing") {
                let panel = view(state(active: Filter(.page, "5"))).panel
                expect(panel.sections[0].rows.map(\.accessory)).to(equal([.count(1), .count(0)]))
                expect(panel.sections[0].rows.map(\.isEnabled)).to(equal([true, false]))
            }

            it("keeps a filter enabled that is on, so that it can be switched off") {
                let panel = view(state(active: Filter(.kind, "text"), Filter(.page, "5"))).panel
                expect(panel.sections[0].rows.map(\.isEnabled)).to(equal([true, true]))
            }

            it("shows the colour of a colour") {
                let swatches = view(state(group: .color)).panel.sections[2].rows.map(\.swatch)
                expect(swatches).to(equal([RGBColor(red: 255, green: 128, blue: 0), nil]))
            }
        }

        describe("the status line") {
            it("says how much is visible, and why") {
                expect(view(state()).status).to(equal("4 of 4 annotations"))
                expect(view(state(active: Filter(.kind, "ink"), search: "x")).status).to(
                    equal("0 of 4 annotations, 1 filter on, containing \"x\"")
                )
            }

            it("says why a file could not be opened") {
                var state = state()
                state.problem = .empty(file: "gone.xfdf")
                expect(view(state).status).to(contain("gone.xfdf: is empty"))
            }

            it("tells of notices") {
                let annotations = [Annotation(id: "a", kind: "ink")]
                let sheet = Sheet(
                    file: "f",
                    annotations: annotations,
                    notices: [Notice(.noDate, line: 3, example: "x")]
                )
                let state = AnnotationFilterState(sheet: sheet)
                expect(view(state).status).to(equal("1 of 1 annotation, 1 notice about the file (n)"))
                expect(view(state).notices).to(
                    equal(["dates that are none, kept as written: 1, for example \"x\" (line 3)"])
                )
            }

            it("says why there are no annotations") {
                let sheet = Sheet(file: "f", annotations: [], notices: [Notice(.noAnnotations)])
                expect(view(AnnotationFilterState(sheet: sheet)).status).to(
                    equal("f: holds no annotations: there is no <annots> in it")
                )
            }

            it("says what else narrows and orders what is seen") {
                var state = state()
                state.query.dates = DateRange(rawValue: "2024-03")
                state.query.hidesReplies = true
                (state.arrangement.sorting, state.arrangement.isDescending) = (.author, true)
                expect(view(state).status).to(
                    equal("0 of 4 annotations, of 2024-03, without replies, by author, last first")
                )
            }
        }

        describe("Clear filters") {
            it("is enabled with a filter on, or with a search") {
                expect(view(state()).canClear).to(beFalse())
                expect(view(state(active: Filter(.kind, "ink"))).canClear).to(beTrue())
                expect(view(state(search: "x")).canClear).to(beTrue())
            }
        }

        describe("the view of a store") {
            it("follows the state, and is not passed on where it looks the same") {
                let dispatcher = Dispatcher()
                let store = AnnotationFilterStore(showing: sheet, on: dispatcher)
                var views: [AnnotationFilterView] = []
                let subscription = store.shown.view.observe { views.append($0) }
                dispatcher.dispatch(SelectGroup(group: .kind))
                dispatcher.dispatch(Refine.search(" "))
                dispatcher.dispatch(Refine.toggle(Filter(.kind, "nothing")))
                expect(views.map(\.search)).to(equal(["", " "]))
                dispatcher.dispatch(Refine.toggle(Filter(.kind, "ink")))
                expect(views.last).to(equal(view(store.state.value)))
                subscription.cancel()
            }
        }
    }
}
