import Foundation
import MillraceSpecs
import TestSupport

@testable import AnnotationFilter

/// Files of other programs, edited at random: what is saved differs in the edits and in nothing else.
final class SavedFilePropertySpec: Spec {
    func testSpec() {
        let texts = [
            "yes", "Zoë & <田中> \"🚧\" 'x' ]]>", "two\nlines", "\u{1}control\u{FFFE}", "</annots>", "дверь – 5 €",
            "a\r\nb",
            "back\\slash ~ ¥", "  blanks  ",
        ]

        it("keeps every byte of a hundred foreign files, and is read as what was shown") {
            let seed = Seed.current
            var random = SeededGenerator(seed)
            var (edited, count) = (0, 0)
            for number in Programs(100) {
                let file = ForeignFile(&random)
                let context = "seed \(seed), file \(number), \(file.name)"
                let scene = try EditingScene(file.data, author: texts.randomElement(using: &random) ?? "")
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    guard let target = scene.sheet.annotations.randomElement(using: &random) else { break }
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0...2:
                        scene.edit(
                            target.id,
                            .status(.init(rawValue: Bool.random(using: &random) ? "Rejected" : "Accepted"))
                        )
                    case 3: scene.edit(target.id, .mark(Bool.random(using: &random)))
                    case 4: scene.undo.undo()
                    default: scene.edit(target.id, .reply(texts.randomElement(using: &random) ?? ""))
                    }
                }
                let saved = try scene.saved()
                let inserted = saved.inserted(into: file.data)
                expect(inserted).notTo(beNil(), description: context)
                let shown = scene.edits.shown
                if shown.isEmpty { expect(saved).to(equal(file.data), description: context) }
                let again = try XFDFReader.read(saved, file: "test.xfdf")
                expect(again).to(equal(scene.sheet), description: context)
                for edit in shown { expect(again.origin?.targets.names).to(contain(edit.id), description: context) }
                // Saved once, it is not added again.
                try scene.renew(saved)
                expect(scene.edits.table.filter { scene.edits.problems[$0.id] == nil }).to(
                    beEmpty(),
                    description: context
                )
                expect(try scene.saved()).to(equal(saved), description: context)
                edited += shown.isEmpty ? 0 : 1
                count += shown.count
            }
            guard Programs.areAll else { return }
            expect(edited).to(beGreaterThan(50))
            expect(count).to(beGreaterThan(100))
        }

        describe("what is added") {
            func saved(_ text: String, _ change: SheetEdit.Change = .mark(true)) throws -> String {
                let scene = try EditingScene(Data(text.utf8))
                scene.edit("a", change)
                return String(decoding: try scene.saved(), as: UTF8.self)
            }
            let element =
                #"text creationdate="D:20270101000001Z" date="D:20270101000001Z" flags="hidden,print,nozoom,norotate" icon="Comment" inreplyto="a" name="new1" page="0" state="Marked" statemodel="Marked" title="Ada"/>"#

            it("is indented as what is before it, with its line ends and its prefix") {
                expect(try saved("<xfdf>\r\n\t<annots>\r\n\t\t<text name='a' page='0'/>\r\n\t</annots>\r\n</xfdf>")).to(
                    equal(
                        "<xfdf>\r\n\t<annots>\r\n\t\t<text name='a' page='0'/>\r\n\t\t<\(element)\r\n\t</annots>\r\n</xfdf>"
                    )
                )
                expect(try saved("<x:xfdf xmlns:x='y'><x:annots><x:text name='a' page='0'/></x:annots ></x:xfdf>")).to(
                    equal("<x:xfdf xmlns:x='y'><x:annots><x:text name='a' page='0'/><x:\(element)</x:annots ></x:xfdf>")
                )
                expect(try saved("<xfdf><annots> <text name='a' page='0'/>\n  </annots></xfdf>")).to(
                    equal("<xfdf><annots> <text name='a' page='0'/>\n    <\(element)\n  </annots></xfdf>")
                )
            }

            it("is in the last annots that has an end") {
                let text =
                    "<xfdf><annots><ink name='a' page='0'/></annots><annots><ink page='1'/></annots><annots/></xfdf>"
                expect(try saved(text)).to(
                    equal(text.replacing("</annots><annots/>", with: "<\(element)</annots><annots/>"))
                )
            }

            it("spells what the encoding cannot by references") {
                let text =
                    "<?xml version='1.0' encoding='us-ascii'?><xfdf><annots><ink name='a' page='0'/></annots></xfdf>"
                let saved = try saved(text, .reply("é €\n&"))
                expect(saved).to(contain("<contents>&#233; &#8364;\n&amp;</contents></text></annots>"))
                expect(try read(saved).annotations.last?.contents).to(equal("é €\n&"))
            }
        }
    }
}
