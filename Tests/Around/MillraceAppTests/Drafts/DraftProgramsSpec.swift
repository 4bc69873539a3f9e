import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

/// Random edits, moves of the focus, attempts to save, complaints of a server, undo and redo, beside the form that is
/// written by hand; and at the end a replay.
final class DraftProgramsSpec: Spec {
    private static let texts = ["", "a", "kim@example.org", "12345", "DE", "CH"]

    private static func edit(_ random: inout SeededGenerator) -> (SetField<Registration>, EditPlain) {
        let text = texts.randomElement(using: &random) ?? ""
        let (number, flag) = (Int.random(in: 0...10, using: &random), Bool.random(using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return (SetField(\.name, text), .name(text))
        case 1: return (SetField(\.email, text), .email(text))
        case 2: return (SetField(\.phone, text), .phone(text))
        case 3: return (SetField(\.company, text), .company(text))
        case 4: return (SetField(\.street, text), .street(text))
        case 5: return (SetField(\.postcode, text), .postcode(text))
        case 6: return (SetField(\.city, text), .city(text))
        case 7: return (SetField(\.country, text), .country(text))
        case 8: return (SetField(\.seats, number), .seats(number))
        case 9: return (SetField(\.size, flag ? .small : .large), .size(flag ? .small : .large))
        case 10: return (SetField(\.wantsNews, flag), .news(flag))
        default: return (SetField(\.remarks, text), .remarks(text))
        }
    }

    /// Edits that leave nothing to complain of but a long remark, which none has.
    private static var valid: [(SetField<Registration>, EditPlain)] {
        [
            (SetField(\.name, "a"), .name("a")), (SetField(\.email, "a@b"), .email("a@b")),
            (SetField(\.street, "a"), .street("a")), (SetField(\.postcode, "12345"), .postcode("12345")),
            (SetField(\.city, "a"), .city("a")), (SetField(\.country, "DE"), .country("DE")),
            (SetField(\.seats, 2), .seats(2)),
        ]
    }

    private static func difference(_ state: RegistrationState, _ plain: PlainForm) -> String? {
        let draft = state.draft
        let same =
            Registration.fields.allSatisfy {
                $0.text.map { draft.values[keyPath: $0] } == Self.text(of: $0.name, plain)
            }
            && draft.values.seats == plain.values.seats && draft.values.size == plain.values.size
            && draft.values.wantsNews == plain.values.wantsNews
        if !same { return "the values are other ones" }
        if draft.focus != plain.focus?.rawValue { return "the focus is on \(draft.focus ?? "nothing")" }
        if state.isSent != plain.isSent || draft.isTried != plain.isTried { return "it is sent or tried otherwise" }
        let valid = PlainField.allCases.allSatisfy { plain.problem(of: $0) == nil }
        if draft.isValid != valid { return "it is valid otherwise" }
        let complaints = [
            draft.name.complaint, draft.email.complaint, draft.phone.complaint, draft.company.complaint,
            draft.street.complaint, draft.postcode.complaint, draft.city.complaint, draft.country.complaint,
            draft.seats.complaint, draft.size.complaint, draft.wantsNews.complaint, draft.remarks.complaint,
        ]
        if complaints != PlainField.allCases.map(plain.complaint) { return "it complains of \(complaints)" }
        if draft.changes.map(\.field) != plain.changes.map({ $0.field?.rawValue }) {
            return "other fields have changed"
        }
        var changed = draft.original
        draft.changes.forEach { $0.apply(to: &changed) }
        if changed != draft.values { return "the changes lead elsewhere" }
        return nil
    }

    private static func text(of name: String, _ plain: PlainForm) -> String? {
        switch PlainField(rawValue: name) {
        case .name: plain.values.name
        case .email: plain.values.email
        case .phone: plain.values.phone
        case .company: plain.values.company
        case .street: plain.values.street
        case .postcode: plain.values.postcode
        case .city: plain.values.city
        case .country: plain.values.country
        case .remarks: plain.values.remarks
        case .seats, .size, .news, nil: nil
        }
    }

    private static func kept(_ draft: Draft<Registration>) -> Draft<Registration>? {
        try? JSONDecoder().decode(Draft<Registration>.self, from: JSONEncoder().encode(draft))
    }

    func testSpec() {
        it("A draft does the same as a form that is written by hand") {
            runPrograms(60) { random in
                let names = PlainField.allCases.map(\.rawValue).shuffled(using: &random).prefix(
                    .random(in: 0...2, using: &random)
                )
                let complaints = Dictionary(uniqueKeysWithValues: names.map { ($0, "is refused") })
                let stage = RegistrationStage(complaints: complaints)
                var (states, present) = ([PlainForm()], 0)
                func step(_ change: (inout PlainForm) -> Void) {
                    var plain = states[present]
                    change(&plain)
                    if plain == states[present] { return }
                    states = Array(states[...present]) + [plain]
                    present += 1
                }
                for number in 1...30 {
                    switch Int.random(in: 0..<14, using: &random) {
                    case 0...6:
                        let (edit, plain) = Self.edit(&random)
                        stage.dispatch(edit)
                        step { $0.apply(plain) }
                    case 7...9:
                        let field = PlainField.allCases.randomElement(using: &random)
                        let target = Bool.random(using: &random) ? field : nil
                        stage.dispatch(FocusField<Registration>(named: target?.rawValue))
                        step { $0.apply(.focus(target)) }
                    case 10:
                        for (edit, plain) in Self.valid {
                            stage.dispatch(edit)
                            step { $0.apply(plain) }
                        }
                    case 11:
                        stage.dispatch(Send())
                        var isSaved = false
                        step { isSaved = $0.trySaving() }
                        if isSaved {
                            step { plain in
                                plain.isSent = complaints.isEmpty
                                plain.refuse(complaints)
                            }
                        }
                    case 12:
                        stage.undo.undo()
                        present = max(0, present - 1)
                    default:
                        stage.undo.redo()
                        present = min(states.count - 1, present + 1)
                    }
                    if let problem = Self.difference(stage.store.state.value, states[present]) {
                        return "step \(number): \(problem)"
                    }
                }
                let draft = stage.store.state.value.draft
                if Self.kept(draft) != draft { return "it is another one when it was kept" }
                stage.recorder.finish()
                guard let outcome = try? stage.replay(), case .same = outcome else { return "the replay differs" }
                return nil
            }
        }
    }
}
