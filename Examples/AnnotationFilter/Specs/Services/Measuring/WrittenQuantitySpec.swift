import MillraceSpecs

@testable import AnnotationFilter

final class WrittenQuantitySpec: Spec {
    func testSpec() {
        describe("a quantity in a text") {
            func value(_ text: String) -> String? {
                Quantity(written: text)?.description
            }

            it("is a number and a unit, in the ways that programs write them") {
                let texts = [
                    "12.5 m": "12.5 m", "1,204.06 sq ft": "1204.06 sq ft", "1.204,06 m²": "1204.06 sq m",
                    "4 250 mm": "4250 mm", "4\u{202F}250,5 mm": "4250.5 mm", "1’204.5 m": "1204.5 m",
                    "120 sf": "120 sq ft", "7 SQ. FT.": "7 sq ft", "3.5 m3": "3.5 cu m", "2 cu yd": "2 cu yd",
                    "0.125 in": "0.125 in", "1,204,000 mm": "1204000 mm", "12,5 m": "12.5 m", " 6\" ": "6 in",
                    "5'": "5 ft", "10": nil, "m": nil, "": nil, "12.5 parsecs": nil, "about 12 m": nil,
                    "12.5 m wide": nil, "12. m": nil, "1 2 m": nil, "1,20,000 m": nil, "12.5.5 m": nil,
                    "1,204,06 m": nil, "-3 m": nil,
                    ".5 m": nil, "1.5,5.5 m": nil, "1 204,5 06 m": nil,
                ]
                for (text, expected) in texts {
                    expect(value(text)).to(expected.map { equal($0) } ?? beNil(), description: text)
                }
            }

            it("is none where one mark may group thousands or stand before decimals") {
                expect(value("1.204 m")).to(beNil())
                expect(value("1,204 m²")).to(beNil())
            }
        }
    }
}
