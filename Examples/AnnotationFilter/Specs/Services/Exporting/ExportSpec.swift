import Foundation
import MillraceSpecs

@testable import AnnotationFilter

final class ExportSpec: Spec {
    func testSpec() {
        describe("an export as CSV") {
            it("names its columns, quotes what needs it, and makes no formulas") {
                let sheet = Sheet(
                    file: "f",
                    annotations: [
                        Annotation(id: "a", kind: "ink", author: "Kim, A.", contents: "Say \"no\"\ntwice"),
                        Annotation(id: "b", kind: "text", page: 2, contents: "=1+1"),
                    ]
                )
                expect(CSVExport.text(sheet, at: [1, 0], columns: [.page, .author, .text])).to(
                    equal("page,author,text\r\n3,,'=1+1\r\n1,\"Kim, A.\",\"Say \"\"no\"\"\ntwice\"\r\n")
                )
                let head = CSVExport.text(sheet, at: [], columns: [])
                let names = Column.allCases.map { $0 == .quantity ? "quantity,unit" : $0.rawValue }
                expect(head).to(equal("\(names.joined(separator: ","))\r\n"))
            }
        }

        describe("a value in CSV") {
            func field(_ value: String) -> String {
                let sheet = Sheet(file: "f", annotations: [Annotation(id: "a", kind: value)])
                return String(CSVExport.text(sheet, at: [0], columns: [.kind]).dropFirst("kind\r\n".count).dropLast())
            }

            it("is made a text where a spreadsheet would take it for a formula") {
                for sign in ["=", "+", "-", "@"] { expect(field("\(sign)1+1")).to(equal("'\(sign)1+1")) }
                expect(field("\t=1+1")).to(equal("'\t=1+1"))
                expect(field("\r=1+1")).to(equal("\"'\r=1+1\""))
                expect(field("1=1")).to(equal("1=1"))
            }

            it("stands in quotes where it has a quote, a comma, or a break of a line of any kind") {
                for value in ["a\nb", "a\rb", "a\r\nb", "a,b"] { expect(field(value)).to(equal("\"\(value)\"")) }
                expect(field("a\"b")).to(equal("\"a\"\"b\""))
                expect(field("a b;c'd")).to(equal("a b;c'd"))
            }
        }

        describe("an export as XFDF") {
            func export(_ text: String, keeping ids: Set<String>) throws -> String {
                let data = Data(text.utf8)
                let sheet = try XFDFReader.read(data, file: "test.xfdf")
                return String(decoding: try XFDFExport.data(data, of: sheet, keeping: ids), as: UTF8.self)
            }

            it("is the file without the rest, to the letter") {
                let text = """
                    <?xml version="1.0"?><!-- <annots> --><xfdf><fields><field name="x"/></fields><annots>
                    <text name="a" page="0" title="1 > 0"><contents>A<![CDATA[</text>]]></contents></text>
                    <ink name="b" page="0"/><x:ink name="c" page="1"><inklist><gesture>1,2</gesture></inklist></x:ink>
                    </annots><f href="plan.pdf"/></xfdf>
                    """
                expect(try export(text, keeping: ["a", "b", "c"])).to(equal(text))
                expect(try export(text, keeping: ["c"])).to(
                    equal(
                        text.replacing(
                            #"<text name="a" page="0" title="1 > 0"><contents>A<![CDATA[</text>]]></contents></text>"#,
                            with: ""
                        )
                        .replacing(#"<ink name="b" page="0"/>"#, with: "")
                    )
                )
            }

            it("keeps what an annotation answers, and the states of what is kept") {
                let text = xfdf(
                    """
                    <text name="a" page="0"/><text name="b" page="0" inreplyto="a"/><text name="c" page="0" inreplyto="a"/>
                    <text name="s" page="0" inreplyto="b" state="Accepted"/><text name="t" page="0" inreplyto="c" state="Rejected"/>
                    """
                )
                let kept = try read(try export(text, keeping: ["b"]))
                expect(kept.ids).to(equal(["a", "b"]))
                expect(kept.annotation("b")?.status).to(equal(.accepted))
                expect(kept.notices).to(beEmpty())
            }

            it("opens as what was visible, for the whole sample") {
                let files = XFDFFileService()
                let sample = try files.sample()
                let data = try files.data(at: sample.file)
                for filter in sample.index.filters {
                    let wanted = visible(FilterQuery(active: [filter]), in: sample)
                    let ids = Set(wanted.map { sample.annotations[$0].id })
                    let copy = try XFDFReader.read(XFDFExport.data(data, of: sample, keeping: ids), file: "copy.xfdf")
                    let found = visible(FilterQuery(active: [filter]), in: copy)
                    // Names that were made from a row's place follow the new places.
                    func texts(_ sheet: Sheet, _ positions: [Int]) -> [String] {
                        positions.map { sheet.annotations[$0].searchable }
                    }
                    expect(texts(copy, found)).to(equal(texts(sample, wanted)), description: filter.id)
                }
            }
        }

        describe("saved filters") {
            it("are there again, in place of what was kept under their name, and damage is told") {
                let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/sets.json")
                defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
                let sets = FilterSets(url)
                expect(try sets.names()).to(beEmpty())
                let query = FilterQuery(
                    active: [Filter(.author, "Kim")],
                    search: "door",
                    dates: DateRange(rawValue: "2024")
                )
                try sets.save(FilterQuery(), as: "mine")
                try sets.save(query, as: "mine")
                expect(try FilterSets(url).names()).to(equal(["mine"]))
                expect(try FilterSets(url).query(named: "mine")).to(equal(query))
                expect(try sets.query(named: "yours")).to(
                    throwError(FileProblem.self) { expect($0.description).to(contain("To fix: use one of mine.")) }
                )
                try Data("{".utf8).write(to: url)
                expect(try sets.names()).to(
                    throwError(FileProblem.self) { expect($0.description).to(contain("To fix: mend it")) }
                )
            }
        }
    }
}
