@testable import AnnotationFilter
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

        var dispatcher: Dispatcher!
        var store: AnnotationFilterStore!

        beforeEach {
            dispatcher = Dispatcher()
            store = AnnotationFilterStore(showing: sheet, on: dispatcher)
        }

        describe("a new store") {
            it("shows all of its sheet") {
                expect(store.state.value).to(equal(AnnotationFilterState(sheet: sheet)))
            }
        }

        describe("selecting a group") {
            it("changes nothing but the group") {
                dispatcher.dispatch(SelectGroup(group: .author))
                expect(store.state.value).to(equal(AnnotationFilterState(sheet: sheet, selectedGroup: .author)))
            }
        }

        describe("toggling a filter") {
            beforeEach { dispatcher.dispatch(Refine.toggle(Filter(.kind, "ink"))) }

            context("when it was off") {
                it("shows what it leaves") {
                    expect(store.state.value.query).to(equal(FilterQuery(active: [Filter(.kind, "ink")])))
                    expect(store.state.value.visible).to(equal([1]))
                    expect(store.state.value.isFiltering).to(beTrue())
                }

                it("keeps the filters that are on") {
                    dispatcher.dispatch(Refine.toggle(Filter(.author, "Kim")))
                    expect(store.state.value.query.active).to(equal([Filter(.kind, "ink"), Filter(.author, "Kim")]))
                }
            }

            context("when it was on") {
                it("is off again") {
                    dispatcher.dispatch(Refine.toggle(Filter(.kind, "ink")))
                    expect(store.state.value.query).to(equal(FilterQuery()))
                    expect(store.state.value.isFiltering).to(beFalse())
                }
            }

            context("when the sheet does not know it") {
                it("does nothing") {
                    dispatcher.dispatch(Refine.toggle(Filter(.kind, "stamp")))
                    expect(store.state.value.query.active).to(equal([Filter(.kind, "ink")]))
                }
            }

            context("when it is a colour in another spelling") {
                it("is the sheet's own filter") {
                    dispatcher.dispatch(Refine.toggle(Filter(.color, "#ff0000")))
                    expect(store.state.value.query.active).to(contain(Filter(.color, "#FF0000")))
                }
            }
        }

        describe("searching") {
            it("keeps the filters that are on") {
                dispatcher.dispatch(Refine.toggle(Filter(.kind, "ink")))
                dispatcher.dispatch(Refine.search("wall"))
                expect(store.state.value.query).to(equal(FilterQuery(active: [Filter(.kind, "ink")], search: "wall")))
            }
        }

        describe("clearing") {
            it("switches off every filter and ends the search") {
                dispatcher.dispatch(Refine.toggle(Filter(.kind, "ink")))
                dispatcher.dispatch(Refine.search("wall"))
                dispatcher.dispatch(Refine.clear)
                expect(store.state.value.query).to(equal(FilterQuery()))
                expect(store.state.value.isFiltering).to(beFalse())
            }
        }

        describe("the same actions") {
            it("give the same states") {
                let actions: [any Action] = [
                    Refine.toggle(Filter(.kind, "ink")), Refine.search("w"), SelectGroup(group: .color), Refine.clear,
                    Refine.toggle(Filter(.author, "Kim")),
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
