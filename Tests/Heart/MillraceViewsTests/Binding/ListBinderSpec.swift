import MillraceData
import MillraceSpecs
import MillraceViews
import TestSupport

/// Law V3: an unchanged view model renders nothing.
final class ListBinderSpec: Spec {
    func testSpec() {
        describe("V3: a binder") {
            final class Recorder: ListRenderer {
                var shown = ListModel<ListRow>()
                var batches: [SectionChanges] = []

                func render(_ model: ListModel<ListRow>, changes: SectionChanges) {
                    expect(shown.applying(changes, from: model)).to(equal(model))
                    shown = model
                    batches.append(changes)
                }
            }

            var recorder = Recorder()
            var binder = ListBinder(recorder)
            beforeEach {
                recorder = Recorder()
                binder = ListBinder(recorder)
            }

            it("renders nothing for the empty table, which is shown already") {
                binder.render(ListModel<ListRow>())
                expect(recorder.batches).to(beEmpty())
            }

            it("renders nothing for an unchanged model, however it was made") {
                binder.render(table("abc"))
                binder.render(table("abc"))
                binder.render(binder.model)
                expect(recorder.batches).to(haveCount(1))
            }

            it("renders a model of which only the title is another") {
                for title in ["a", "b"] { binder.render(ListModel<ListRow>(title: title)) }
                expect(recorder.batches).to(equal([SectionChanges(), SectionChanges()]))
                expect(recorder.shown.title).to(equal("b"))
            }

            it("renders one batch a change, each from the model before") {
                for letters in ["abc", "abC", "bCd", ""] { binder.render(table(letters)) }
                expect(recorder.batches).to(haveCount(4))
                expect(recorder.shown).to(equal(table("")))
            }

            it("shows the last model where a renderer renders another one meanwhile") {
                final class Impatient: ListRenderer {
                    var binder: ListBinder<ListRow>?
                    var shown: [String] = []

                    func render(_ model: ListModel<ListRow>, changes: SectionChanges) {
                        shown.append(model.sections.first?.rows.map(\.title).joined() ?? "")
                        if shown.count == 1 { binder?.render(table("ab")) }
                    }
                }
                let impatient = Impatient()
                let binder = ListBinder(impatient)
                impatient.binder = binder
                binder.render(table("a"))
                expect(impatient.shown).to(equal(["a", "ab"]))
                expect(binder.model).to(equal(table("ab")))
                impatient.binder = nil
            }
        }
    }
}
