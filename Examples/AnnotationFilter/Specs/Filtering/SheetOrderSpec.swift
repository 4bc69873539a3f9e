import Foundation
import MillraceSpecs

@testable import AnnotationFilter

final class SheetOrderSpec: Spec {
    func testSpec() {
        describe("the order of a sheet") {
            it("puts what has nothing in the column last, in either direction") {
                let sheet = Sheet(
                    file: "f",
                    annotations: ["", "b", "", "c", "a"].enumerated().map { index, author in
                        Annotation(id: "\(index)", kind: "text", author: author, page: 0)
                    }
                )
                var arrangement = Arrangement()
                arrangement.sorting = .author
                expect(SheetOrder(sheet, arrangement).positions).to(equal([4, 1, 3, 0, 2]))
                arrangement.isDescending = true
                expect(SheetOrder(sheet, arrangement).positions).to(equal([3, 1, 4, 0, 2]))
            }

            /// The names of some annotations, sorted by a column.
            func sorted(_ annotations: [Annotation], by column: Column, _ isDescending: Bool = false) -> String {
                var arrangement = Arrangement()
                (arrangement.sorting, arrangement.isDescending, arrangement.grouping) = (column, isDescending, nil)
                let sheet = Sheet(file: "f", annotations: annotations)
                return SheetOrder(sheet, arrangement).positions.map { annotations[$0].id }.joined()
            }

            /// The headings of some annotations, each with the names below it.
            func grouped(_ annotations: [Annotation], by column: Column) -> [String] {
                var arrangement = Arrangement()
                arrangement.grouping = column
                let sheet = Sheet(file: "f", annotations: annotations)
                let order = SheetOrder(sheet, arrangement)
                let view = view(of: AnnotationFilterState(sheet: sheet), arrangement)
                expect(view.sheet.sections.map(\.id)).to(equal(order.sections.map(\.heading)))
                return order.sections.map { section in
                    "\(section.heading): \(section.positions.map { annotations[$0].id }.joined())"
                }
            }

            func made(_ id: String, _ created: String?, _ modified: String?) -> Annotation {
                Annotation(
                    id: id,
                    kind: "text",
                    created: created.map(PDFDate.init),
                    modified: modified.map(PDFDate.init)
                )
            }

            it("is by the moment of a date, each of the two by itself, what is no date behind, and none last") {
                let annotations = [
                    made("a", "D:20240304120000Z", "D:20240301"), made("b", "D:20240304120000+02'00'", nil),
                    made("c", nil, "D:20240303"), made("d", "soon", "2024-03-02T10:00:00Z"),
                    made("e", "D:20230101", "late"),
                ]
                expect(sorted(annotations, by: .created)).to(equal("ebadc"))
                expect(sorted(annotations, by: .created, true)).to(equal("abedc"))
                expect(sorted(annotations, by: .modified)).to(equal("adceb"))
                expect(sorted(annotations, by: .modified, true)).to(equal("cdaeb"))
            }

            it("is by the day where a date was written, each of the two by itself, under the headings of days") {
                let annotations = [
                    made("a", "D:20240307233000-11'00'", "D:20240302"), made("b", "D:20240308003000+14'00'", nil),
                    made("c", "D:20240307003000+14'00'", "2024-03-01T23:00:00-11:00"), made("d", nil, "D:20240301"),
                ]
                expect(grouped(annotations, by: .created)).to(
                    equal(["2024-03-07: ac", "2024-03-08: b", "(no created): d"])
                )
                expect(grouped(annotations, by: .modified)).to(
                    equal(["2024-03-01: cd", "2024-03-02: a", "(no modified): b"])
                )
            }

            it("has each heading once, with all that belongs to it, whatever the values between are") {
                func state(_ id: String, _ status: String) -> Annotation {
                    Annotation(id: id, kind: "text", status: ReviewStatus(rawValue: status))
                }
                expect(grouped(["x", "y", "x", "Rejected", "y"].enumerated().map { state("\($0)", $1) }, by: .status))
                    .to(
                        equal(["Rejected: 3", "x: 02", "y: 14"])
                    )
                func measured(_ id: String, _ quantity: Quantity) -> Annotation {
                    Annotation(id: id, kind: "line", quantity: quantity)
                }
                let quantities = [
                    measured("a", Quantity(.length, .noScale)), measured("b", Quantity(.area, .noCorners)),
                    measured("c", Quantity(.length, .noScale)), measured("d", Quantity(.length, 0.2, "m", digits: 1)),
                    measured("e", Quantity(.length, 0.22, "m")), measured("f", Quantity(.length, 0.24, "m", digits: 1)),
                ]
                expect(grouped(quantities, by: .quantity)).to(
                    equal(["0.2 m: df", "0.22 m: e", "length unknown: ac", "area unknown: b"])
                )
                func by(_ id: String, _ author: String?) -> Annotation {
                    Annotation(id: id, kind: "text", author: author)
                }
                func inColor(_ id: String, _ color: String) -> Annotation {
                    Annotation(id: id, kind: "text", color: AnnotationColor(color))
                }
                let colors = ["#ff0000", "#00FF00", "#FF0000", "Reddish", "reddish"]
                expect(grouped(colors.enumerated().map { inColor("\($0)", $1) }, by: .color)).to(
                    equal(["green #00FF00: 1", "red #FF0000: 02", "Reddish: 3", "reddish: 4"])
                )
                expect(grouped([by("a", nil), by("b", "Kim"), by("c", "(no author)")], by: .author)).to(
                    equal(["Kim: b", "(no author): ac"])
                )
            }
        }
    }
}
