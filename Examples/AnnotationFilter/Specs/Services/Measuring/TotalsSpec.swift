import Millrace
import MillraceSpecs

@testable import AnnotationFilter

final class TotalsSpec: Spec {
    func testSpec() {
        func measured(_ id: String, page: Int = 0, _ quantity: Quantity?, author: String = "Kim") -> Annotation {
            Annotation(id: id, kind: "line", author: author, page: page, quantity: quantity)
        }
        let sheet = Sheet(
            file: "f",
            annotations: [
                measured("a", Quantity(.length, 12.5, "m")), measured("b", .one), measured("c", nil),
                measured("d", Quantity(.length, 0.25, "m", digits: 1)), measured("e", page: 1, .one, author: "Zoë"),
                measured("f", page: 1, Quantity(.area, 3, "sq m")), measured("g", page: 1, Quantity(.area, .noCorners)),
                measured("h", page: 1, Quantity(.length, 40, "ft")), measured("i", page: 2, nil),
            ]
        )
        let state = AnnotationFilterState(sheet: sheet)

        func text(_ state: AnnotationFilterState) -> [String]? { ScriptAnswer(to: .totals, in: state)?.text }

        describe("the totals") {
            it("are sums of each kind and unit, of each heading and over all, and tell what is not known") {
                expect(text(state)).to(
                    equal([
                        "Page 1: 12.75 m, 1 counted", "Page 2: 40 ft, 3 sq m, 1 counted, 1 unknown",
                        "Total: 40 ft, 12.75 m, 3 sq m, 2 counted, 1 unknown",
                    ])
                )
            }

            it("are of what is visible, by the headings that are chosen") {
                var state = state
                state.query.active = [Filter(.author, "Kim")]
                state.arrangement.grouping = .author
                expect(text(state)).to(
                    equal([
                        "Kim: 40 ft, 12.75 m, 3 sq m, 1 counted, 1 unknown",
                        "Total: 40 ft, 12.75 m, 3 sq m, 1 counted, 1 unknown",
                    ])
                )
                state.query.search = "nothing"
                expect(text(state)).to(equal(["Nothing that is visible is measured."]))
            }

            it("are by the day where a date was written, once each, whatever the zones are") {
                func dated(_ id: String, _ date: String) -> Annotation {
                    var annotation = measured(id, .one)
                    (annotation.created, annotation.modified) = (PDFDate(date), PDFDate(date))
                    return annotation
                }
                // In universal time: a on the 7th, b on the 8th, c on the 6th, d on the 8th, e on the 7th.
                let dates = [
                    ("a", "D:20240307233000+09'00'"), ("b", "D:20240307233000-05'00'"),
                    ("c", "D:20240307003000+02'00'"), ("d", "D:20240308003000Z"), ("e", "D:20240308003000+09'00'"),
                    ("f", "soon"),
                ]
                let sheet = Sheet(file: "f", annotations: dates.map { dated($0, $1) } + [measured("g", .one)])
                for column in [Column.created, .modified] {
                    var state = AnnotationFilterState(sheet: sheet)
                    state.arrangement.grouping = column
                    state.arrangement.columns = [.name]
                    expect(text(state)).to(
                        equal([
                            "2024-03-07: 3 counted", "2024-03-08: 2 counted", "soon: 1 counted",
                            "(no \(column)): 1 counted", "Total: 7 counted",
                        ])
                    )
                    state.arrangement.sorting = column
                    expect(ScriptAnswer(to: .show, in: state)?.text).to(
                        equal(["c", "a", "b", "e", "d", "f", "g"])
                    )
                    let store = AnnotationFilterStore(showing: sheet, on: Dispatcher())
                    store.dispatcher.dispatch(Refine.grouping(column))
                    expect(store.shown.view.value.sheet.sections.map(\.header).prefix(2)).to(
                        equal(["2024-03-07: 3 counted", "2024-03-08: 2 counted"])
                    )
                }
            }

            it("are numbers in JSON, one for each kind and unit") {
                var state = state
                state.query.active = [Filter(.page, "2")]
                expect(ScriptAnswer(to: .totals, in: state)?.json.suffix(4)).to(
                    equal([
                        #"{"annotations":1,"kind":"length","total":40,"unit":"ft"}"#,
                        #"{"annotations":1,"kind":"area","total":3,"unit":"sq m"}"#,
                        #"{"annotations":1,"kind":"count","total":1}"#, #"{"annotations":1,"kind":"unknown"}"#,
                    ])
                )
                expect(ScriptAnswer(to: .totals, in: state)?.json.first).to(
                    equal(#"{"annotations":1,"group":"Page 2","kind":"length","total":40,"unit":"ft"}"#)
                )
            }

            it("stand in the headings and the status line of the screen, and follow the filters") {
                let store = AnnotationFilterStore(showing: sheet, on: Dispatcher())
                func headers() -> [String?] { store.shown.view.value.sheet.sections.map(\.header) }
                expect(headers()).to(
                    equal(["Page 1: 12.75 m, 1 counted", "Page 2: 40 ft, 3 sq m, 1 counted, 1 unknown", "Page 3"])
                )
                expect(store.shown.view.value.status).to(contain("total 40 ft, 12.75 m, 3 sq m, 2 counted, 1 unknown"))
                store.dispatcher.dispatch(Refine.toggle(Filter(.author, "Zoë")))
                expect(headers()).to(equal(["Page 2: 1 counted"]))
                expect(store.shown.view.value.status).to(equal("1 of 9 annotations, 1 filter on, total 1 counted"))
                store.dispatcher.dispatch(Refine.clear)
                expect(headers().first).to(equal("Page 1: 12.75 m, 1 counted"))
            }
        }

        describe("a quantity") {
            it("is a column to show and to sort by: by kind and unit, then by size, what is not known behind") {
                var state = state
                state.arrangement.sorting = .quantity
                state.arrangement.grouping = .kind
                state.arrangement.columns = [.name, .quantity]
                expect(ScriptAnswer(to: .show, in: state)?.text).to(
                    equal([
                        "h | 40 ft", "d | 0.2 m", "a | 12.5 m", "f | 3 sq m", "b | 1 counted", "e | 1 counted",
                        "g | area unknown", "c | ", "i | ",
                    ])
                )
            }

            it("is a number and a unit in CSV") {
                expect(CSVExport.text(sheet, at: [0, 1, 2, 6], columns: [.name, .quantity])).to(
                    equal("name,quantity,unit\r\na,12.5,m\r\nb,1,count\r\nc,,\r\ng,,area unknown\r\n")
                )
            }

            it("stands in JSON as a number, with its unit, or with what is wrong") {
                func json(_ id: String) -> String? {
                    ScriptAnswer(to: .read(id), in: state)?.json.first
                }
                expect(json("a")).to(contain(#""quantity":12.5,"quantityKind":"length","unit":"m""#))
                expect(json("g")).to(
                    contain(#""quantityKind":"area","quantityProblem":"only lengths and areas are computed"#)
                )
            }

            it("stands among the details, with what is wrong") {
                func details(_ id: String) -> [String]? { ScriptAnswer(to: .read(id), in: state)?.text }
                expect(details("a")).to(contain("Quantity: 12.5 m"))
                expect(details("g")).to(contain("Quantity: area unknown: \(Quantity.Problem.noCorners)"))
            }
        }
    }
}
