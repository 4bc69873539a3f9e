import Foundation
import MillraceApp
import MillraceFlux
import MillraceSpecs
import TestSupport

/// Law A5: what has changed of a draft, and when a complaint about it is shown.
final class A5DraftSpec: Spec {
    func testSpec() {
        @TestState var draft = Draft(Registration())

        func edit<Value: Equatable & Codable & Sendable>(
            _ field: WritableKeyPath<Registration, Value>,
            _ value: Value
        ) {
            draft.apply(SetField(field, value))
        }

        func focus(_ target: FocusField<Registration>.Target) { draft.apply(FocusField(target)) }

        describe("the changes of a draft") {
            it("lead from the original to the present values, one a changed field") {
                edit(\.seats, 3)
                edit(\.name, "Kim")
                edit(\.seats, 2)
                edit(\.city, "Bern")
                edit(\.city, "")
                expect(draft.changes) == [SetField(\.name, "Kim"), SetField(\.seats, 2)]
                var values = draft.original
                draft.changes.forEach { $0.apply(to: &values) }
                expect(values) == draft.values
                expect(draft.isChanged).to(beTrue())
                expect([draft.name.isChanged, draft.city.isChanged]) == [true, false]
            }

            it("are none where edits have led back") {
                edit(\.name, "K")
                edit(\.name, "")
                expect(draft.changes).to(beEmpty())
                expect(draft.isChanged).to(beFalse())
            }

            it("stay when the original becomes another, whose other fields are taken") {
                edit(\.name, "Kim")
                edit(\.wantsNews, true)
                var other = Registration()
                (other.name, other.city, other.wantsNews) = ("Zoë", "Bern", true)
                draft.rebase(onto: other)
                expect(draft.values.name) == "Kim"
                expect(draft.values.city) == "Bern"
                expect(draft.changes) == [SetField(\.name, "Kim")]
            }
        }

        describe("a complaint of a rule") {
            it("is not shown at first, though it is there") {
                expect(draft.name.problem) == "a name is needed"
                expect(draft.name.complaint).to(beNil())
                expect(draft.isValid).to(beFalse())
            }

            it("is shown when its field was edited without the focus, and follows the value") {
                edit(\.email, "kim")
                expect(draft.email.complaint) == "an address has an @"
                edit(\.email, "kim@example.org")
                expect(draft.email.complaint).to(beNil())
                edit(\.email, "kim")
                expect(draft.email.complaint) == "an address has an @"
            }

            it("waits while its field has the focus, until the focus leaves it; then it stays") {
                focus(.field("email"))
                edit(\.email, "k")
                expect(draft.email.complaint).to(beNil())
                focus(.field("email"))
                expect(draft.email.complaint).to(beNil())
                focus(.nothing)
                expect(draft.email.complaint) == "an address has an @"
                focus(.field("email"))
                edit(\.email, "ki")
                expect(draft.email.complaint) == "an address has an @"
            }

            it("is shown of every field once saving was tried, and the first has the focus") {
                edit(\.name, "Kim")
                expect(draft.trySaving()).to(beFalse())
                expect(draft.focus) == "email"
                expect(draft.email.isFocused).to(beTrue())
                expect([draft.email, draft.street, draft.name].map(\.complaint))
                    == ["an address has an @", "a street is needed", nil]
                expect(draft.isTried).to(beTrue())
            }

            it("may look at several fields") {
                edit(\.seats, 5)
                expect(draft.phone.problem) == "groups leave a number"
                edit(\.phone, "1")
                expect(draft.phone.problem).to(beNil())
            }
        }

        describe("a complaint of the server") {
            it("is shown at once, until its field is edited") {
                draft.refuse(["email": "is taken", "city": "is unknown", "unheard": "of"])
                expect(draft.focus) == "email"
                expect([draft.email.complaint, draft.city.complaint]) == ["is taken", "is unknown"]
                edit(\.email, "kim@example.org")
                expect([draft.email.complaint, draft.city.complaint]) == [nil, "is unknown"]
            }

            it("does not stand in the way of saving again, which forgets it") {
                for field in ["name", "street", "city"] { draft.apply(Self.filled(field)) }
                edit(\.email, "kim@example.org")
                edit(\.postcode, "12345")
                draft.refuse(["email": "is taken"])
                expect(draft.isValid).to(beTrue())
                expect(draft.trySaving()).to(beTrue())
                expect(draft.email.complaint).to(beNil())
            }
        }

        describe("the focus") {
            it("goes through the fields in their order, and around") {
                focus(.next)
                expect(draft.focus) == "name"
                focus(.previous)
                expect(draft.focus) == "remarks"
                focus(.next)
                focus(.next)
                expect(draft.focus) == "email"
                draft.apply(FocusField(named: nil))
                focus(.previous)
                expect(draft.focus) == "remarks"
                focus(.field("unheard"))
                expect(draft.focus).to(beNil())
                expect(Draft(Registration(), focus: \.wantsNews).focus) == "news"
            }
        }

        describe("fields") {
            it("that are texts are shown in their order") {
                expect(draft.texts.map(\.label))
                    == ["Name", "E-mail", "Phone", "Company", "Street", "Postcode", "City", "Country", "Remarks"]
                expect(draft.texts.map(\.value)[7]) == "DE"
            }

            it("are equal where another is edited") {
                let (name, city) = (draft.name, draft.city)
                edit(\.name, "Kim")
                expect(draft.city) == city
                expect(draft.name == name).to(beFalse())
            }
        }

        describe("a store") {
            @TestState var dispatcher = Dispatcher()

            it("edits the fields of a list, and no others") {
                let store = Store(RegistrationState(), on: dispatcher) { $0.edits(\.draft, only: [\.name, \.seats]) }
                dispatcher.dispatch(SetField(\Registration.name, "Kim"))
                dispatcher.dispatch(SetField(\Registration.city, "Bern"))
                expect(store.state.value.draft.changes) == [SetField(\.name, "Kim")]
            }

            it("may correct a field, and refuse an edit") {
                let corrected = Store(RegistrationState(), on: dispatcher, name: "corrected") { store in
                    store.edits(\.draft)
                    store.on(SetField<Registration>.self) { state, edit in
                        if edit.sets(\.seats) { state.draft.values.seats = min(state.draft.values.seats, 9) }
                    }
                }
                let refusing = Store(RegistrationState(isSent: true), on: dispatcher, name: "refusing") { store in
                    store.on(SetField<Registration>.self) { state, edit in if !state.isSent { state.draft.apply(edit) }
                    }
                }
                dispatcher.dispatch(SetField(\Registration.seats, 12))
                expect(corrected.state.value.draft.values.seats) == 9
                expect(refusing.state.value.draft.isChanged).to(beFalse())
            }

            it("has drafts of one type that are distinguished by their names") {
                struct Two: Equatable {
                    var home = Draft(Registration(), named: "home"), work = Draft(Registration(), named: "work")
                }
                let store = Store(Two(), on: dispatcher) { store in
                    store.edits(\.home)
                    store.edits(\.work)
                }
                dispatcher.dispatch(store.state.value.work.city.setting("Bern"))
                dispatcher.dispatch(store.state.value.home.city.focusing)
                expect([store.state.value.home, store.state.value.work].map(\.values.city)) == ["", "Bern"]
                expect([store.state.value.home, store.state.value.work].map(\.focus)) == ["city", nil]
                expect("\(store.state.value.work.changes[0])") == #"work.city = "Bern""#
            }
        }
    }

    private static func filled(_ name: String) -> SetField<Registration> {
        switch name {
        case "name": SetField(\.name, "Kim")
        case "street": SetField(\.street, "Gate 1")
        default: SetField(\.city, "Bern")
        }
    }
}
