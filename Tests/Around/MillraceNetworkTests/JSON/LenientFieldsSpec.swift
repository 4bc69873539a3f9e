import Foundation
import MillraceNetwork
import MillraceSpecs

final class LenientFieldsSpec: Spec {
    private enum Size: String { case small, large }

    private struct Holder: Codable, Equatable {
        let size: OpenEnum<Size>
    }

    func testSpec() {
        func fields(_ json: String) throws -> LenientFields {
            try JSONDecoder().decode(LenientFields.self, from: Data(json.utf8))
        }

        describe("lenient fields") {
            it("are read in each way in which servers write them") {
                let fields = try fields(
                    #"{"a": "x", "n": 7, "d": 1.5, "s": "45", "t": true, "one": 1, "zero": 0, "empty": ""}"#
                )
                expect([fields.text("a"), fields.text("n"), fields.text("d"), fields.text("empty")]).to(
                    equal(["x", "7", "1.5", ""])
                )
                expect([fields.words("a"), fields.words("empty")]).to(equal(["x", nil]))
                expect([fields.number("s"), fields.number("d"), fields.number("a")]).to(equal([45, 1.5, nil]))
                expect([fields.flag("t"), fields.flag("one"), fields.flag("zero"), fields.flag("a")]).to(
                    equal([true, true, false, false])
                )
            }

            it("are nil or empty where they are missing, null, or of another type") {
                let fields = try fields(#"{"null": null, "list": [1], "object": {"id": 3}}"#)
                for name in ["gone", "null", "list", "object"] as [LenientFields.Name] {
                    expect(fields.text(name)).to(beNil())
                    expect(fields.count(name)).to(beNil())
                    expect(fields.flag(name)).to(beFalse())
                    expect(fields.list(name, of: String.self)).to(beEmpty())
                }
                expect([fields.has("gone"), fields.has("null"), fields.has("list")]).to(equal([false, false, true]))
                expect(fields["object", LenientFields.self]?.count("id")).to(equal(3))
                expect(fields["list", LenientFields.self]).to(beNil())
            }

            it("count nothing that cannot be counted") {
                let fields = try fields(#"{"less": -1, "huge": 1e300, "half": 2.4, "text": "nan", "many": "1e3"}"#)
                expect(["less", "huge", "half", "text", "many"].map { fields.count(.init(stringValue: $0)) }).to(
                    equal([nil, nil, 2, nil, 1_000])
                )
            }

            it("have the elements of a list that can be read") {
                let fields = try fields(#"{"list": [1, "x", null, {"a": 1}, 4]}"#)
                expect(fields.list("list", of: Int.self)).to(equal([1, 4]))
            }

            it("are those of an object") {
                expect { try fields("[1]") }.to(throwError())
            }
        }

        describe("a value of an open list") {
            it("is known, or keeps its name") {
                if case .known(let size) = OpenEnum<Size>(rawValue: "small") {
                    expect(size).to(equal(.small))
                } else {
                    fail("it is known")
                }
                if case .known = OpenEnum<Size>(rawValue: "huge") { fail("it is not known") }
                for name in ["large", "huge", ""] {
                    expect(OpenEnum<Size>(rawValue: name).rawValue).to(equal(name))
                    let json = "{\"size\":\"\(name)\"}"
                    let holder = try JSONDecoder().decode(Holder.self, from: Data(json.utf8))
                    expect(String(decoding: try JSONEncoder().encode(holder), as: UTF8.self)).to(equal(json))
                }
            }
        }
    }
}
