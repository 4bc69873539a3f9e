import MillraceApp
import MillraceFlux

// A form of twelve fields, for the guide. `RegistrationByHand` is the same without drafts.

struct Registration: Editable, Codable {
    enum Size: String, CaseIterable, Codable { case small, medium, large }

    var name = "", email = "", phone = "", company = ""
    var street = "", postcode = "", city = "", country = "DE"
    var seats = 1, size = Size.medium, wantsNews = false, remarks = ""

    static let fields: [Field<Registration>] = [
        Field("name", \.name, "Name") { $0.name.isEmpty ? "a name is needed" : nil },
        Field("email", \.email, "E-mail") { $0.email.contains("@") ? nil : "an address has an @" },
        Field("phone", \.phone, "Phone") { $0.seats > 4 && $0.phone.isEmpty ? "groups leave a number" : nil },
        Field("company", \.company, "Company"),
        Field("street", \.street, "Street") { $0.street.isEmpty ? "a street is needed" : nil },
        Field("postcode", \.postcode, "Postcode") {
            $0.country != "DE" || $0.postcode.count == 5 ? nil : "five digits"
        },
        Field("city", \.city, "City") { $0.city.isEmpty ? "a city is needed" : nil },
        Field("country", \.country, "Country") { $0.country.count == 2 ? nil : "two letters" },
        Field("seats", \.seats, "Seats") { (1...9).contains($0.seats) ? nil : "one to nine" },
        Field("size", \.size, "Size"),
        Field("news", \.wantsNews, "News"),
        Field("remarks", \.remarks, "Remarks") { $0.remarks.count > 500 ? "500 characters at most" : nil },
    ]
}

struct RegistrationState: Equatable {
    var draft = Draft(Registration())
    var isSent = false
}

struct Send: Action, Equatable, Codable {}
struct Answered: Action, Equatable, Codable { let complaints: [String: String] }

/// - Parameter service: Returns the server's complaints; none if it takes the registration.
func makeRegistration(
    on dispatcher: Dispatcher,
    service: @escaping @Sendable (Registration) async -> [String: String]
) -> Store<RegistrationState> {
    Store(RegistrationState(), on: dispatcher, name: "registration") { store in
        store.edits(\.draft)
        store.on(Send.self) { state, _ in
            guard state.draft.trySaving() else { return .none }
            let values = state.draft.values
            return .run("send", .first) { Answered(complaints: await service(values)) }
        }
        store.on(Answered.self) { state, answer in
            state.isSent = answer.complaints.isEmpty
            state.draft.refuse(answer.complaints)
        }
    }
}
