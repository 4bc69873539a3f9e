import Foundation
import MillraceSpecs

@testable import MillraceEntities

/// Law E1: newer wins field by field, also where what is told is that an entity was deleted.
final class E1DeletionSpec: Spec {
    private struct Noted: Codable, Equatable {
        var title: String?
        var likes: Int?
    }

    func testSpec() {
        describe("E1: a deletion that is told late") {
            it("leaves what was told after it, and nothing that was told before it") {
                for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                    var store = EntityTable()
                    let tickets = (0..<3).map { _ in store.ticket() }
                    for step in order {
                        switch step {
                        case 0: try store.tell(#"{"id": 7, "title": "Tea"}"#, ticket: tickets[0])
                        case 1: store.delete(pin7, ticket: tickets[1])
                        default: try store.tell(#"{"id": 7, "likes": 3}"#, ticket: tickets[2])
                        }
                    }
                    expect(store.status(of: pin7)).to(equal(.known))
                    expect(try store.read(Noted.self, pin7)).to(equal(Noted(title: nil, likes: 3)))
                }
            }

            it("changes what is observed") {
                var store = EntityTable()
                let ticket = store.ticket()
                try store.tell(#"{"id": 7, "title": "Tea"}"#, ticket: ticket)
                let deletion = store.ticket()
                try store.tell(#"{"id": 7, "likes": 3}"#)
                let before = store
                store.delete(pin7, ticket: deletion)
                let number = store.base.number(of: "title", in: "pin") ?? -1
                expect(store.changes(from: before)).to(contain(EntityFieldKey(pin7, .number(number))))
                expect(store.changes(from: before)).to(contain(EntityFieldKey(pin7, .fields)))
            }

            it("has changes run again that read what is gone") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "likes": 1}"#)
                let deletion = store.ticket()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                _ = try store.edit(Noted.self, pin7) { $0.likes = ($0.likes ?? 100) + 1 }
                expect(try store.read(Noted.self, pin7).likes).to(equal(2))
                store.delete(pin7, ticket: deletion)
                expect(try store.read(Noted.self, pin7)).to(equal(Noted(title: "Tea", likes: 101)))
            }

            it("is not undone by a change that was confirmed before it, and waited for another one") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                let first = try store.edit(Noted.self, pin7) { $0.likes = 1 }
                let second = try store.edit(Noted.self, pin7) { $0.title = "Cup" }
                store.confirm(second)
                store.delete(pin7)
                expect(store.status(of: pin7)).to(equal(.deleted))
                store.confirm(first)
                expect(store.status(of: pin7)).to(equal(.deleted))
            }

            it("leaves a change that was confirmed after it") {
                var store = EntityTable()
                try store.tell(#"{"id": 7, "title": "Tea"}"#)
                let deletion = store.ticket()
                let first = try store.edit(Noted.self, pin7) { $0.likes = 1 }
                let second = try store.edit(Noted.self, pin7) { $0.title = "Cup" }
                store.confirm(second)
                store.delete(pin7, ticket: deletion)
                expect(try store.read(Noted.self, pin7)).to(equal(Noted(title: "Cup", likes: nil)))
                store.refuse(first)
                expect(try store.read(Noted.self, pin7)).to(equal(Noted(title: "Cup", likes: nil)))
            }

            it("is still known after the store was encoded") {
                var store = EntityTable()
                let early = store.ticket()
                store.delete(pin7)
                try store.tell(#"{"id": 7, "likes": 3}"#)
                var again = try JSONDecoder().decode(EntityTable.self, from: JSONEncoder().encode(store))
                expect(again).to(equal(store))
                for _ in 0..<2 {
                    try again.tell(#"{"id": 7, "title": "early"}"#, ticket: early)
                    swap(&again, &store)
                }
                expect(again).to(equal(store))
                expect(try again.read(Noted.self, pin7)).to(equal(Noted(title: nil, likes: 3)))
            }
        }

        describe("answers and deletions with tickets") {
            it("give the same in any order") {
                var random = SeededGenerator(Seed.current)
                for round in 0..<400 {
                    var store = EntityTable()
                    let steps = (0..<Int.random(in: 1...7, using: &random)).map { _ in
                        TicketedStep(store.ticket(), &random)
                    }
                    // Tickets were taken in the order of the steps.
                    var (ordered, shuffled) = (store, store)
                    for step in steps { try step.apply(to: &ordered) }
                    let order = steps.shuffled(using: &random)
                    for step in order { try step.apply(to: &shuffled) }
                    let description = "seed \(Seed.current), \(round): \(order.map(\.description))"
                    expect(shuffled).to(equal(ordered), description: description)
                    expect(TicketedStep.told(by: ordered)).to(
                        equal(TicketedStep.model(steps)),
                        description: description
                    )
                }
            }
        }
    }
}

/// An answer or a deletion, with its ticket.
private struct TicketedStep {
    let ticket: EntityTicket
    let pin: Int

    /// What is told; nil if it is deleted.
    let fields: [String: Int?]?

    init(_ ticket: EntityTicket, _ random: inout SeededGenerator) {
        self.ticket = ticket
        pin = Int.random(in: 0..<2, using: &random)
        var fields: [String: Int?] = [:]
        for name in ["a", "b", "c"] where Bool.random(using: &random) {
            fields[name] = .some(Bool.random(using: &random) ? Int.random(in: 0..<9, using: &random) : nil)
        }
        self.fields = Int.random(in: 0..<3, using: &random) == 0 ? nil : fields
    }

    var description: String {
        "\(ticket.time): \(fields == nil ? "delete \(pin)" : text)"
    }

    private var text: String {
        var members = ["\"id\": \(pin)"]
        for (name, value) in fields ?? [:] { members.append("\"\(name)\": \(value.map(String.init) ?? "null")") }
        return "{\(members.joined(separator: ", "))}"
    }

    func apply(to store: inout EntityTable) throws {
        if fields == nil {
            store.delete(EntityID("pin", pin), ticket: ticket)
        } else {
            try store.tell(text, ticket: ticket)
        }
    }

    /// What plain code knows after the steps, in the order of their tickets.
    static func model(_ steps: [TicketedStep]) -> [Int: [String: String]] {
        var told: [Int: [String: String]] = [:]
        for step in steps {
            guard let fields = step.fields else {
                told[step.pin] = nil
                continue
            }
            told[step.pin, default: [:]].merge(fields.mapValues { $0.map(String.init) ?? "null" }) { $1 }
        }
        return told
    }

    static func told(by store: EntityTable) -> [Int: [String: String]] {
        var told: [Int: [String: String]] = [:]
        for record in store.base.table where !record.isDeleted {
            let fields = store.base.fields(of: record).filter { $0.key != "id" }
            told[Int(record.id.key) ?? -1] = fields.mapValues { Int($0).map(String.init) ?? "null" }
        }
        return told
    }
}
