import Foundation
import MillraceSpecs

@testable import AnnotationFilter

/// One inch on the page is ten feet.
private let feet =
    "<measure rateValue='1 in = 10 ft'><area c='1' d='100' u='sq ft'/><distance c='1' d='100' u='ft'/>"
    + "<xformat c='0.138889' d='100' u='ft'/></measure>"

private func quantity(_ element: String) throws -> Quantity? { try annotation(element)?.quantity }

private func line(_ attributes: String = "", _ inner: String) -> String {
    "<line page='0' start='100,100' end='172,100' \(attributes)>\(inner)</line>"
}

private func polygon(_ vertices: String, _ inner: String = feet, _ attributes: String = "") -> String {
    "<polygon page='0' \(attributes)><vertices>\(vertices)</vertices>\(inner)</polygon>"
}

/// Measured mark-ups as programs write them.
final class MeasuredMarkupSpec: Spec {
    func testSpec() {
        describe("a measured length") {
            it("is that of its points, by the scale of its measure dictionary") {
                expect(try quantity(line("", feet))?.description).to(equal("10 ft"))
                let polyline = "<polyline page='0'><vertices>0,0;\n72,0;72,36</vertices>\(feet)</polyline>"
                expect(try quantity(polyline)?.description).to(equal("15 ft"))
                let attribute = "<polyline page='0' vertices='0,0;72,0'>\(feet)</polyline>"
                expect(try quantity(attribute)?.description).to(equal("10 ft"))
                expect(
                    try quantity(polygon("0,0;72,0;72,36;0,36", feet, "subject='Perimeter Measurement'"))?
                        .description
                )
                .to(equal("30 ft"))
            }

            it("is converted by the distance's own factor, from the axis's unit") {
                let inches = feet.replacing("distance c='1' d='100' u='ft'", with: "distance c='12' d='1' u='in'")
                expect(try quantity(line("", inches))?.description).to(equal("120 in"))
                let none = "<measure><xformat c='0.5' d='10' u='Meters'/></measure>"
                expect(try quantity(line("", none))?.description).to(equal("36 m"))
            }

            it("is by the scale as people write it, where there are no numbers") {
                for (rate, expected) in [
                    "1 in = 10 ft": "10 ft", "1/4 in = 1 ft": "4 ft", "1 1/2\" = 3'": "2 ft", "2.54 cm = 1 m": "1 m",
                    "72 pt = 5 mm": "5 mm",
                ] {
                    let inner = "<measure rateValue='\(rate.replacing("'", with: "&apos;"))'/>"
                    expect(try quantity(line("", inner))?.description).to(equal(expected), description: rate)
                }
            }

            it("is what its text says, where there is no scale") {
                for intent in ["IT", "intent"] {
                    let inner = "<contents>4 250 mm</contents>"
                    expect(try quantity(line("\(intent)='LineDimension'", inner))?.description).to(equal("4250 mm"))
                }
                let rich = "<contents-richtext><body><p>12.5 m</p></body></contents-richtext>"
                expect(try quantity(line("subject='Length Measurement'", rich))?.description).to(equal("12.5 m"))
            }
        }

        describe("a measured area") {
            it("is that within its points") {
                expect(try quantity(polygon("0,0;72,0;72,72;0,72"))?.description).to(equal("100 sq ft"))
                expect(try quantity(polygon("0,0;0,72;72,72;72,0;0,0"))?.description).to(equal("100 sq ft"))
                expect(try quantity(polygon("0,0;72,0;0,72"))?.description).to(equal("50 sq ft"))
                let acres = feet.replacing("area c='1' d='100' u='sq ft'", with: "area c='0.5' d='1' u='plots'")
                expect(try quantity(polygon("0,0;72,0;72,72;0,72", acres))?.description).to(equal("50 plots"))
            }
        }

        describe("what is counted") {
            it("is one each") {
                expect(try quantity("<polygon page='0' IT='PolygonCount'/>")) == .one
                expect(try quantity("<polygon page='0' subject='Count Measurement'/>")?.description).to(
                    equal("1 counted")
                )
            }
        }

        describe("a quantity that cannot be computed") {
            it("says why, and is no number") {
                let two = feet.replacing("</measure>", with: "<yformat c='2' u='ft'/></measure>")
                let cases: [(String, Quantity)] = [
                    (line("IT='LineDimension'", ""), Quantity(.length, .noScale)),
                    (line("", "<measure rateValue='1:100'/>"), Quantity(.length, .noScale)),
                    (line("", "<measure><xformat c='0' u='ft'/></measure>"), Quantity(.length, .noScale)),
                    (line("", "<measure><xformat c='nan' u='ft'/></measure>"), Quantity(.length, .noScale)),
                    (line("", two), Quantity(.length, .noScale)),
                    (line("IT='LineDimension'", "<contents>1.204 m</contents>"), Quantity(.length, .noScale)),
                    (line("IT='LineDimension'", "<contents>12 sq m</contents>"), Quantity(.length, .noScale)),
                    (polygon("0,0;72,x;9,9"), Quantity(.area, .noCorners)),
                    (polygon("0,0;72,72"), Quantity(.area, .noCorners)),
                    (polygon("0,0;1e308,0;1e308,1e308"), Quantity(.area, .noCorners)),
                    ("<square page='0' rect='0,0,9,9'>\(feet)</square>", Quantity(.area, .noCorners)),
                    (polygon("0,0;9,0;9,9", feet, "subject='Volume Measurement'"), Quantity(.volume, .noCorners)),
                ]
                for (element, expected) in cases {
                    expect(try quantity(element)).to(equal(expected), description: element)
                    let notices = try sheet(element).notices
                    expect(notices.map(\.problem)).to(equal([.noQuantity]), description: element)
                    expect(notices.first?.example).to(equal(expected.problem?.description))
                }
            }

            it("takes the same scale on both axes for one") {
                let same = feet.replacing("</measure>", with: "<yformat c='0.138889' u='ft'/></measure>")
                expect(try quantity(line("", same))?.description).to(equal("10 ft"))
            }
        }

        describe("a mark-up that measures nothing") {
            it("has no quantity") {
                for element in [
                    "<line page='0' start='0,0' end='9,9'><contents>12.5 m</contents></line>",
                    "<text page='0' subject='Note'>\(feet)</text>", polygon("0,0;9,0;9,9", "", ""),
                ] {
                    expect(try quantity(element)).to(beNil(), description: element)
                    expect(try sheet(element).notices).to(beEmpty())
                }
            }
        }
    }
}
