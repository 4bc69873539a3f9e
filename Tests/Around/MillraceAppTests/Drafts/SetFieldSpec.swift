import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

/// The action that sets a field, as files, logs, testers and histories have it.
final class SetFieldSpec: Spec {
    private struct Options: Editable, Codable {
        var title = "", count: Int?, place = Place(), password = ""

        struct Place: Equatable, Codable { var row = 1 }

        static let fields: [Field<Options>] = [
            Field("title", \.title), Field("count", \.count), Field("row", \.place.row), Field("password", \.password),
        ]
    }

    func testSpec() {
        describe("an edit") {
            it("is shown as an assignment") {
                expect("\(SetField(\Options.title, "a \"b\""))") == #"title = "a \"b\"""#
                expect("\(SetField(\Options.count, nil))") == "count = nil"
                expect("\(SetField(\Options.count, 3))") == "count = 3"
                expect("\(SetField(\Options.place.row, 2, in: "left"))") == "left.row = 2"
            }

            it("is equal to one of the same field with the same value") {
                expect(SetField(\Options.title, "a")) == SetField(\Options.title, "a")
                expect(SetField(\Options.title, "a") == SetField(\Options.title, "b")).to(beFalse())
                expect(SetField(\Options.title, "a") == SetField(\Options.password, "a")).to(beFalse())
                expect(SetField(\Options.title, "a") == SetField(\Options.title, "a", in: "left")).to(beFalse())
                expect(SetField(\Options.count, nil)) == SetField(\Options.count, nil)
                expect(SetField(\Options.count, nil) == SetField(\Options.count, 1)).to(beFalse())
                expect(SetField(\Options.title, "a").sets(\.title)).to(beTrue())
                expect(SetField(\Options.title, "a").sets(\.password)).to(beFalse())
            }

            it("is encoded with the name of its field, and decoded with its type") {
                let edits = [
                    SetField(\Options.title, "a"), SetField(\.count, nil), SetField(\.count, 2),
                    SetField(\.place.row, 3, in: "left"),
                ]
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                let bytes = try encoder.encode(edits)
                expect(String(decoding: bytes, as: UTF8.self)) == """
                    [{"field":"title","value":"a"},{"field":"count","value":null},{"field":"count","value":2},\
                    {"draft":"left","field":"row","value":3}]
                    """
                expect(try JSONDecoder().decode([SetField<Options>].self, from: bytes)) == edits
                var options = Options(count: 1)
                try JSONDecoder().decode([SetField<Options>].self, from: bytes)[1].apply(to: &options)
                expect(options.count).to(beNil())
            }

            it("of a field that is not there, or of another type, is not decoded") {
                for text in [#"{"field":"titel","value":"a"}"#, #"{"field":"title","value":1}"#] {
                    expect(try JSONDecoder().decode(SetField<Options>.self, from: Data(text.utf8)))
                        .to(throwError())
                }
            }

            it("is named so by a tester") {
                let found = messages {
                    let tester = StoreTester { Store(RegistrationState(), on: $0) { $0.edits(\.draft) } }
                    tester.send(SetField(\Registration.name, "Kim"))
                }
                expect(found.first).to(contain(#"after name = "Kim""#))
            }
        }

        describe("a session with a draft") {
            @TestState var stage = RegistrationStage(complaints: [:])

            it("is replayed, with what was typed and what was complained of") {
                for edit in [SetField(\Registration.name, "Kim"), SetField(\.seats, 5)] { stage.dispatch(edit) }
                stage.dispatch(FocusField<Registration>(.next))
                stage.dispatch(Send())
                stage.recorder.finish()
                expect(String(decoding: stage.recorded, as: UTF8.self)).to(contain("SetField<Registration>"))
                expect(try stage.replay()) == .same(turns: 4)
            }

            it("is undone word by word where the app joins the letters of a field") {
                let undo = UndoHistory(on: stage.dispatcher, name: "typing") { undo in
                    undo.track(stage.store)
                    undo.step(SetField<Registration>.self) { former, next in former.field == next.field }
                }
                for text in ["K", "Ki", "Kim"] { stage.dispatch(SetField(\Registration.name, text)) }
                stage.dispatch(SetField(\Registration.city, "Bern"))
                undo.undo()
                expect(stage.store.state.value.draft.changes) == [SetField(\.name, "Kim")]
                undo.undo()
                expect(stage.store.state.value.draft) == Draft(Registration())
                undo.redo()
                expect(stage.store.state.value.draft.values.name) == "Kim"
            }
        }

        it("leaves the secrets of an inspection out by the field's name") {
            var written = Data()
            let dispatcher = Dispatcher()
            let store = Store(Draft(Options()), on: dispatcher, name: "options") { $0.edits(\.self) }
            let recorder = InspectionRecorder(on: dispatcher, inspecting: store) { written.append($0) }
            dispatcher.dispatch(SetField(\Options.password, "open sesame"))
            dispatcher.dispatch(SetField(\Options.title, "harmless"))
            recorder.finish()
            let text = String(decoding: written, as: UTF8.self)
            expect(text).toNot(contain("sesame"))
            expect(text).to(contain(#""f":[["title","harmless"]]"#))
        }
    }
}
