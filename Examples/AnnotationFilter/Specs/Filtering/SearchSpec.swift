@testable import AnnotationFilter
import MillraceSpecs

final class SearchSpec: Spec {
    func testSpec() {
        func found(_ text: String, in contents: String...) -> [Int] {
            let annotations = contents.enumerated().map { Annotation(id: "\($0)", kind: "text", contents: $1) }
            let sheet = Sheet(file: "test.xfdf", annotations: annotations)
            return visible(FilterQuery(search: text), in: sheet)
        }

        describe("texts that are folded together") {
            it("are what each is by itself") {
                var folding = SearchFolding()
                let texts = [
                    "Façade  ÉLAN", "e\u{301}lan \u{301}x", " ｄｏｏｒ ", "ｶﾞﾗｽ 한 \u{1112}\u{1161}\u{11AB}", "ΟΔΟΣ ὁδός",
                    "Straße İstanbul", "Plain TEXT", "", " ", "田中 健一, cloud: 最低 点検口", "ÉLAN a\u{300} b",
                ]
                for text in texts { expect(folding.folded(text)).to(equal(text.foldedForSearch), description: text) }
            }
        }

        describe("a search") {
            it("finds a text anywhere in the contents") {
                expect(found("door", in: "door", "the door is", "wall", "outdoors")).to(equal([0, 1, 3]))
            }

            it("finds every annotation once, however often the text occurs") {
                expect(found("a", in: "aaa", "b", "banana")).to(equal([0, 2]))
            }

            it("does not care for case and diacritics, on either side") {
                expect(found("FACADE", in: "Façade", "façade", "facade")).to(equal([0, 1, 2]))
                expect(found("façade", in: "FACADE")).to(equal([0]))
                expect(found("E\u{301}lan", in: "\u{C9}LAN")).to(equal([0]))
            }

            it("does not care how a letter is composed or how wide it is") {
                expect(found("\u{1112}\u{1161}\u{11AB}", in: "한")).to(equal([0]))
                expect(found("ｄｏｏｒ", in: "Door")).to(equal([0]))
                expect(found("点検", in: "最低 点検口", "扉")).to(equal([0]))
            }

            it("finds voiced kana of half the width") {
                expect(found("ガラス", in: "ｶﾞﾗｽ", "ガラス")).to(equal([0, 1]))
                expect(found("ｶﾞﾗｽ", in: "ガラス戸")).to(equal([0]))
            }

            it("finds what stands on the row, as it stands there, and subjects and labels") {
                let annotation = Annotation(
                    id: "0",
                    kind: "squiggly",
                    author: "A. Kim",
                    subject: "Cloud+",
                    label: "W3",
                    contents: "Fire\ndoor"
                )
                let sheet = Sheet(file: "test.xfdf", annotations: [annotation])
                for text in ["fire door", "fire\ndoor", "kim, wavy", "underline: fire", "cloud", "w3"] {
                    let found = visible(FilterQuery(search: text), in: sheet)
                    expect(found).to(equal([0]), description: text)
                }
            }

            it("finds what became of an annotation, which stands on its row, too") {
                var accepted = Annotation(id: "0", kind: "text", contents: "door")
                accepted.status = ReviewStatus(rawValue: "Accepted")
                var marked = Annotation(id: "1", kind: "text", contents: "wall")
                marked.isMarked = true
                let sheet = Sheet(file: "test.xfdf", annotations: [accepted, marked])
                expect(visible(FilterQuery(search: "accepted"), in: sheet)).to(equal([0]))
                expect(visible(FilterQuery(search: "marked"), in: sheet)).to(equal([1]))
            }

            it("finds emoji") { expect(found("🚧", in: "🚧 closed", "open")).to(equal([0])) }

            it("does not find what begins in one annotation and ends in the next") {
                expect(found("ab", in: "a", "b")).to(beEmpty())
            }

            it("may be longer than everything there is") { expect(found("aaaa", in: "aaa", "")).to(beEmpty()) }

            it("for nothing, or for blanks, leaves everything") {
                expect(found("", in: "a", "")).to(equal([0, 1]))
                expect(found(" \t", in: "a", "")).to(equal([0, 1]))
            }

            it("does not care for blanks around it") { expect(found(" a ", in: "a", "b")).to(equal([0])) }

            it("looks into rich contents where there are no plain ones") {
                let annotation = Annotation(id: "0", kind: "text", richContents: "rich")
                let sheet = Sheet(file: "test.xfdf", annotations: [annotation])
                expect(visible(FilterQuery(search: "RICH"), in: sheet)).to(equal([0]))
            }

            it("narrows the counts of every group") {
                let annotations = ["fire", "wall"].map { Annotation(id: $0, kind: $0, contents: $0) }
                let sheet = Sheet(file: "test.xfdf", annotations: annotations)
                expect(choices(.kind, FilterQuery(search: "fire"), in: sheet).map(\.count)).to(equal([1, 0]))
            }
        }
    }
}
