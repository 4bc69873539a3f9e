import AnnotationFilter
import Millrace
import MillraceSpecs

final class AnnotationFilterStoreSpec: Spec {
    func testSpec() {
        let sheet = Sheet(
            file: "first.xfdf",
            annotations: [
                Annotation(id: "0", kind: "text", author: "Kim", color: AnnotationColor("#FF0000"), contents: "door"),
                Annotation(id: "1", kind: "ink", author: "Zoë", color: AnnotationColor("#00FF00"), contents: "wall"),
            ]
        )
        let canned = FilterResult(visible: [1], choices: [FilterChoice(Filter(.kind, "ink"), count: 7)])

        var dispatcher: Dispatcher!
        var service: FilterServiceMock!
        var store: AnnotationFilterStore!

        beforeEach {
            dispatcher = Dispatcher()
            service = FilterServiceMock(canned)
            store = AnnotationFilterStore(showing: sheet, on: dispatcher, filters: service)
        }

        describe("a new store") {
            it("shows its sheet as the service filters it") {
                expect(store.state.value).to(equal(AnnotationFilterState(sheet: sheet, result: canned)))
                expect(service.queries).to(equal([FilterQuery()]))
            }
        }

        describe("selecting a group") {
            it("changes nothing but the group, without asking the service") {
                dispatcher.dispatch(SelectGroup(.author))
                expect(store.state.value).to(
                    equal(AnnotationFilterState(sheet: sheet, selectedGroup: .author, result: canned))
                )
                expect(service.queries).to(haveCount(1))
            }
        }

        describe("toggling a filter") {
            beforeEach { dispatcher.dispatch(ToggleFilter(Filter(.kind, "ink"))) }

            context("when it was off") {
                it("shows what the service leaves") {
                    expect(service.queries.last).to(equal(FilterQuery(active: [Filter(.kind, "ink")])))
                    expect(store.state.value.visible).to(equal([1]))
                    expect(store.state.value.choices).to(equal(canned.choices))
                    expect(store.state.value.isFiltering).to(beTrue())
                }

                it("keeps the filters that are on") {
                    dispatcher.dispatch(ToggleFilter(Filter(.author, "Kim")))
                    expect(service.queries.last?.active).to(equal([Filter(.kind, "ink"), Filter(.author, "Kim")]))
                }
            }

            context("when it was on") {
                it("is off again") {
                    dispatcher.dispatch(ToggleFilter(Filter(.kind, "ink")))
                    expect(service.queries.last).to(equal(FilterQuery()))
                    expect(store.state.value.isFiltering).to(beFalse())
                }
            }

            context("when the sheet does not know it") {
                it("does nothing") {
                    dispatcher.dispatch(ToggleFilter(Filter(.kind, "stamp")))
                    expect(service.queries).to(haveCount(2))
                    expect(store.state.value.query.active).to(equal([Filter(.kind, "ink")]))
                }
            }

            context("when it is a colour in another spelling") {
                it("is the sheet's own filter") {
                    dispatcher.dispatch(ToggleFilter(Filter(.color, "#ff0000")))
                    expect(store.state.value.query.active).to(contain(Filter(.color, "#FF0000")))
                }
            }
        }

        describe("searching") {
            it("asks the service with the text and the filters that are on") {
                dispatcher.dispatch(ToggleFilter(Filter(.kind, "ink")))
                dispatcher.dispatch(Search("wall"))
                expect(service.queries.last).to(equal(FilterQuery(active: [Filter(.kind, "ink")], search: "wall")))
            }
        }

        describe("clearing") {
            it("switches off every filter and ends the search") {
                dispatcher.dispatch(ToggleFilter(Filter(.kind, "ink")))
                dispatcher.dispatch(Search("wall"))
                dispatcher.dispatch(ClearFilters())
                expect(service.queries.last).to(equal(FilterQuery()))
                expect(store.state.value.isFiltering).to(beFalse())
            }
        }

        describe("the same actions") {
            it("give the same states") {
                let actions: [any Action] = [
                    ToggleFilter(Filter(.kind, "ink")), Search("w"), SelectGroup(.color), ClearFilters(),
                    ToggleFilter(Filter(.author, "Kim")),
                ]
                let states = (0..<2).map { _ in
                    let dispatcher = Dispatcher()
                    let store = AnnotationFilterStore(showing: sheet, on: dispatcher)
                    for action in actions { dispatcher.dispatch(action) }
                    return store.state.value
                }
                expect(states[0]).to(equal(states[1]))
                expect(states[0].visible).to(equal([0]))
            }
        }
    }
}
