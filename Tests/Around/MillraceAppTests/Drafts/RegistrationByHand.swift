import MillraceFlux

// The form of twelve fields as it is written without drafts: the naive model of `DraftProgramsSpec`.

struct PlainRegistration: Equatable, Codable {
    var name = "", email = "", phone = "", company = ""
    var street = "", postcode = "", city = "", country = "DE"
    var seats = 1, size = Registration.Size.medium, wantsNews = false, remarks = ""
}

enum PlainField: String, CaseIterable, Codable {
    case name, email, phone, company, street, postcode, city, country, seats, size, news, remarks
}

enum EditPlain: Action, Equatable, Codable {
    case name(String), email(String), phone(String), company(String)
    case street(String), postcode(String), city(String), country(String)
    case seats(Int), size(Registration.Size), news(Bool), remarks(String)
    case focus(PlainField?)

    var field: PlainField? {
        switch self {
        case .name: .name
        case .email: .email
        case .phone: .phone
        case .company: .company
        case .street: .street
        case .postcode: .postcode
        case .city: .city
        case .country: .country
        case .seats: .seats
        case .size: .size
        case .news: .news
        case .remarks: .remarks
        case .focus: nil
        }
    }
}

struct PlainForm: Equatable, Codable {
    var values = PlainRegistration()
    var original = PlainRegistration()
    var focus: PlainField?
    var touched: Set<PlainField> = []
    var isTried = false
    var refusals: [PlainField: String] = [:]
    var isSent = false

    mutating func apply(_ edit: EditPlain) {
        switch edit {
        case .name(let name): values.name = name
        case .email(let email): values.email = email
        case .phone(let phone): values.phone = phone
        case .company(let company): values.company = company
        case .street(let street): values.street = street
        case .postcode(let postcode): values.postcode = postcode
        case .city(let city): values.city = city
        case .country(let country): values.country = country
        case .seats(let seats): values.seats = seats
        case .size(let size): values.size = size
        case .news(let wantsNews): values.wantsNews = wantsNews
        case .remarks(let remarks): values.remarks = remarks
        case .focus(let field): move(to: field)
        }
        guard let field = edit.field else { return }
        refusals[field] = nil
        if focus != field { touched.insert(field) }
    }

    private mutating func move(to field: PlainField?) {
        if let focus, focus != field { touched.insert(focus) }
        focus = field
    }

    func problem(of field: PlainField) -> String? {
        switch field {
        case .name: values.name.isEmpty ? "a name is needed" : nil
        case .email: values.email.contains("@") ? nil : "an address has an @"
        case .phone: values.seats > 4 && values.phone.isEmpty ? "groups leave a number" : nil
        case .street: values.street.isEmpty ? "a street is needed" : nil
        case .postcode: values.country != "DE" || values.postcode.count == 5 ? nil : "five digits"
        case .city: values.city.isEmpty ? "a city is needed" : nil
        case .country: values.country.count == 2 ? nil : "two letters"
        case .seats: (1...9).contains(values.seats) ? nil : "one to nine"
        case .remarks: values.remarks.count > 500 ? "500 characters at most" : nil
        case .company, .size, .news: nil
        }
    }

    func complaint(of field: PlainField) -> String? {
        if let refusal = refusals[field] { return refusal }
        return isTried || touched.contains(field) ? problem(of: field) : nil
    }

    var changes: [EditPlain] {
        var edits: [EditPlain] = []
        if values.name != original.name { edits.append(.name(values.name)) }
        if values.email != original.email { edits.append(.email(values.email)) }
        if values.phone != original.phone { edits.append(.phone(values.phone)) }
        if values.company != original.company { edits.append(.company(values.company)) }
        if values.street != original.street { edits.append(.street(values.street)) }
        if values.postcode != original.postcode { edits.append(.postcode(values.postcode)) }
        if values.city != original.city { edits.append(.city(values.city)) }
        if values.country != original.country { edits.append(.country(values.country)) }
        if values.seats != original.seats { edits.append(.seats(values.seats)) }
        if values.size != original.size { edits.append(.size(values.size)) }
        if values.wantsNews != original.wantsNews { edits.append(.news(values.wantsNews)) }
        if values.remarks != original.remarks { edits.append(.remarks(values.remarks)) }
        return edits
    }

    mutating func trySaving() -> Bool {
        (isTried, refusals) = (true, [:])
        guard let wrong = PlainField.allCases.first(where: { problem(of: $0) != nil }) else { return true }
        move(to: wrong)
        return false
    }

    mutating func refuse(_ complaints: [String: String]) {
        let wrong = PlainField.allCases.filter { complaints[$0.rawValue] != nil }
        for field in wrong { refusals[field] = complaints[field.rawValue] }
        if let first = wrong.first { move(to: first) }
    }
}

func makePlainRegistration(
    on dispatcher: Dispatcher,
    service: @escaping @Sendable (PlainRegistration) async -> [String: String]
) -> Store<PlainForm> {
    Store(PlainForm(), on: dispatcher, name: "registration") { store in
        store.on(EditPlain.self) { form, edit in form.apply(edit) }
        store.on(Send.self) { form, _ in
            guard form.trySaving() else { return .none }
            let values = form.values
            return .run("send", .first) { Answered(complaints: await service(values)) }
        }
        store.on(Answered.self) { form, answer in
            form.isSent = answer.complaints.isEmpty
            form.refuse(answer.complaints)
        }
    }
}
