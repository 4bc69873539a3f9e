@testable import AnnotationFilter
import MillraceSpecs

final class FilterQuerySpec: Spec {
    func testSpec() {
        let sheet = Sheet(
            file: "test.xfdf",
            annotations: [
                Annotation(id: "0", kind: "text", author: "Kim", color: AnnotationColor("#FF0000"), page: 0),
                Annotation(id: "1", kind: "text", author: "Zoë", color: AnnotationColor("#ff0000"), page: 0),
                Annotation(id: "2", kind: "ink", author: "Kim", color: AnnotationColor("#00FF00"), page: 9),
                Annotation(id: "3", kind: "ink", author: nil, color: nil, page: 1, status: .accepted),
                Annotation(id: "4", kind: "stamp", author: "Kim", color: AnnotationColor("red"), page: 1),
            ]
        )

        func visible(_ filters: Filter...) -> [Int] {
            AnnotationFilterSpecs.visible(FilterQuery(active: Set(filters)), in: sheet)
        }

        func counts(_ group: FilterGroup, _ filters: Filter...) -> [Int] {
            choices(group, FilterQuery(active: Set(filters)), in: sheet).map(\.count)
        }

        func names(_ group: FilterGroup) -> [String] {
            choices(group, FilterQuery(), in: sheet).map(\.filter.value)
        }

        describe("filters") {
            it("leave everything where none is on") { expect(visible()).to(equal([0, 1, 2, 3, 4])) }

            it("of one group add up") {
                expect(visible(Filter(.kind, "ink"))).to(equal([2, 3]))
                expect(visible(Filter(.kind, "ink"), Filter(.kind, "stamp"))).to(equal([2, 3, 4]))
            }

            it("of different groups narrow each other") {
                expect(visible(Filter(.author, "Kim"), Filter(.kind, "ink"))).to(equal([2]))
                expect(visible(Filter(.author, "Kim"), Filter(.kind, "ink"), Filter(.kind, "text"))).to(equal([0, 2]))
                expect(visible(Filter(.author, "Zoë"), Filter(.kind, "ink"))).to(beEmpty())
            }

            it("find what has no value") {
                expect(visible(Filter(.author, "(no author)"))).to(equal([3]))
                expect(visible(Filter(.color, "(no color)"))).to(equal([3]))
                expect(visible(Filter(.status, "None"))).to(equal([0, 1, 2, 4]))
            }

            it("take two spellings of a colour for one") {
                expect(visible(Filter(.color, "#FF0000"))).to(equal([0, 1]))
                expect(visible(Filter(.color, "#ff0000"))).to(equal([0, 1]))
                expect(sheet.index.known(Filter(.color, "#Ff0000"))).to(equal(Filter(.color, "#FF0000")))
                expect(sheet.index.known(Filter(.color, "#00ff00"))).to(equal(Filter(.color, "#00FF00")))
            }

            it("keep apart what differs in its case and is no colour, and stand in one order, whatever the file's") {
                for spellings in [["red", "RED", "Red"], ["Red", "red", "RED"]] {
                    let annotations = spellings.map {
                        Annotation(id: $0, kind: $0, author: $0, color: AnnotationColor($0))
                    }
                    let index = Sheet(file: "x", annotations: annotations).index
                    for group in [FilterGroup.kind, .author, .color] {
                        expect(index.filters(in: group).map(\.value)).to(equal(["RED", "Red", "red"]))
                    }
                }
            }

            it("leave nothing where none of a group is known to the sheet") {
                expect(visible(Filter(.author, "Nobody"))).to(beEmpty())
                expect(sheet.index.known(Filter(.author, "Nobody"))).to(beNil())
            }
        }

        describe("the filters of a sheet") {
            it("stand in order: by name, what is missing last") {
                expect(names(.kind)).to(equal(["ink", "stamp", "text"]))
                expect(names(.author)).to(equal(["Kim", "Zoë", "(no author)"]))
                expect(names(.color)).to(equal(["#00FF00", "#FF0000", "red", "(no color)"]))
            }

            it("stand in order: pages by number, counted from 1") {
                expect(names(.page)).to(equal(["1", "2", "10"]))
            }

            it("stand in order: the status as a review goes") {
                expect(names(.status)).to(equal(["None", "Accepted"]))
            }
        }

        describe("the count of a filter") {
            it("is the number of annotations that have its value where nothing else is on") {
                expect(counts(.kind)).to(equal([2, 1, 2]))
            }

            it("does not change by filters of its own group") {
                expect(counts(.kind, Filter(.kind, "ink"))).to(equal([2, 1, 2]))
            }

            it("is narrowed by the filters of every other group") {
                expect(counts(.kind, Filter(.author, "Kim"))).to(equal([1, 1, 1]))
                expect(counts(.kind, Filter(.author, "Kim"), Filter(.page, "1"))).to(equal([0, 0, 1]))
            }

            it("is that of what is visible when the filter is on alone in its group") {
                for filter in sheet.index.filters(in: .color) {
                    let query = FilterQuery(active: [filter, Filter(.author, "Kim")])
                    let count = choices(.color, query, in: sheet).first { $0.filter == filter }?.count
                    expect(count).to(equal(AnnotationFilterSpecs.visible(query, in: sheet).count))
                }
            }
        }
    }
}
