import Foundation
import MillraceBase
import MillraceSpecs
import TestSupport

@testable import MillraceEntities
@testable import MillraceOffline

/// A table of entities that lives on, beside one that ends after each turn and is there again from its journal: every
/// reading is the same (laws E1 to E7, and J4).
final class RestartedEntitiesSpec: Spec {
    func testSpec() {
        it("reads as one that lives on, whatever was told, deleted, evicted, restored and changed") {
            runPrograms(600) { random in
                var program = RestartedProgram()
                return program.problem(&random)
            }
        }

        describe("one turn") {
            it("may delete an entity and tell of it with one ticket") {
                var restarted = RestartedTable(schema: RestartedProgram.schema)
                let ticket = restarted.table.ticket()
                restarted.table.delete(note("x"), ticket: ticket)
                try restarted.table.merge(
                    Data(#"{"id": "x", "a": "1", "b": "2"}"#.utf8),
                    as: .one("note"),
                    ticket: ticket
                )
                try restarted.write()
                try restarted.table.merge(Data(#"{"id": "x", "a": "3"}"#.utf8), as: .one("note"))
                try restarted.write()
                try restarted.restart(showing: [])
                expect(try restarted.table.read([String: String].self, note("x")))
                    .to(equal(["id": "x", "a": "3", "b": "2"]))
            }

            it("may evict an entity and restore it, and then comes an older answer") {
                var restarted = RestartedTable(schema: RestartedProgram.schema)
                let ticket = restarted.table.ticket()
                try restarted.table.merge(Data(#"{"id": "x", "a": "1"}"#.utf8), as: .one("note"))
                try restarted.write()
                for entity in restarted.table.evict(downTo: 0, keeping: []) { restarted.table.restore(entity) }
                try restarted.write()
                try restarted.table.merge(Data(#"{"id": "x", "a": "2"}"#.utf8), as: .one("note"), ticket: ticket)
                try restarted.write()
                try restarted.restart(showing: [])
                expect(try restarted.table.read([String: String].self, note("x"))).to(equal(["id": "x", "a": "2"]))
            }

            it("may say again what is known, of all fields or some, and an older answer comes in the next run") {
                let told = Data(#"{"id": "x", "a": "1"}"#.utf8)
                for first in [told, Data(#"{"id": "x", "a": "1", "b": "2"}"#.utf8)] {
                    var restarted = RestartedTable(schema: RestartedProgram.schema)
                    try restarted.table.merge(first, as: .one("note"))
                    try restarted.write()
                    let tickets = try (0..<2).map { _ in
                        let ticket = restarted.table.ticket()
                        try restarted.table.merge(told, as: .one("note"))
                        try restarted.write()
                        return ticket
                    }
                    for ticket in tickets {
                        try restarted.restart(showing: [])
                        let older = Data(#"{"id": "x", "a": "0"}"#.utf8)
                        try restarted.table.merge(older, as: .one("note"), ticket: ticket)
                        expect(try restarted.table.read(JustA.self, note("x")).a).to(equal("1"))
                    }
                }
            }

            it("may confirm a change with an answer that tells of another entity, whose change waits") {
                let (first, second) = (NoteOperation.write(note("x"), "a", "mine"), NoteOperation.add(note("y"), "2"))
                var restarted = RestartedTable(schema: RestartedProgram.schema)
                try restarted.table.merge(Data(#"{"id": "x", "a": "1"}"#.utf8), as: .one("note"))
                restarted.table.show("first", first.run)
                restarted.table.show("second", second.run)
                guard let change = restarted.table.change(named: "second") else { return fail("there is no change") }
                let told = Data(#"[{"id": "y", "a": "3"}, {"id": "x", "a": "theirs", "b": "4"}]"#.utf8)
                let answer = try EntityAnswer(told, as: .many("note"), in: RestartedProgram.schema)
                _ = restarted.table.confirm(change, with: answer)
                try restarted.write()
                for _ in 0..<2 {
                    expect(try restarted.table.read([String: String].self, note("x")))
                        .to(equal(["id": "x", "a": "mine", "b": "4"]))
                    expect(try restarted.table.read(JustA.self, note("y")).a).to(equal("3"))
                    try restarted.restart(showing: [("first", first)])
                }
            }

            it("may evict an entity whose change was confirmed, and another change waits before it") {
                let (first, second) = (NoteOperation.write(note("x"), "a", "mine"), NoteOperation.add(note("y"), "2"))
                for restarts in [false, true] {
                    var restarted = RestartedTable(schema: RestartedProgram.schema)
                    try restarted.table.merge(Data(#"{"id": "x", "a": "1"}"#.utf8), as: .one("note"))
                    restarted.table.show("first", first.run)
                    restarted.table.show("second", second.run)
                    restarted.table.change(named: "second").map { restarted.table.confirm($0) }
                    try restarted.write()
                    if restarts { try restarted.restart(showing: [("first", first)]) }
                    expect(restarted.table.evict(downTo: 0, keeping: []).map(\.id)).to(equal([note("y")]))
                    expect(restarted.table.status(of: note("y"))).to(equal(.unknown))
                }
            }

            it("may put another table in the place of the first, with the same values of other fields") {
                var restarted = RestartedTable(schema: RestartedProgram.schema)
                try restarted.table.merge(Data(#"{"id": "x", "a": "1"}"#.utf8), as: .one("note"))
                try restarted.write()
                restarted.table = EntityTable(schema: RestartedProgram.schema)
                try restarted.table.merge(Data(#"{"id": "x", "b": "1"}"#.utf8), as: .one("note"))
                try restarted.write()
                try restarted.restart(showing: [])
                expect(try restarted.table.read([String: String].self, note("x"))).to(equal(["id": "x", "b": "1"]))
            }
        }

        it("writes an answer that says nothing new in a few bytes, however many entities it has") {
            var restarted = RestartedTable(schema: RestartedProgram.schema)
            let notes = (0..<1_000).map { #"{"id": "\#($0)", "a": "text"}"# }.joined(separator: ", ")
            try restarted.table.merge(Data("[\(notes)]".utf8), as: .many("note"))
            try restarted.write()
            let written = restarted.written
            try restarted.table.merge(Data("[\(notes)]".utf8), as: .many("note"))
            try restarted.write()
            expect(restarted.written - written).to(beLessThan(150))
        }
    }
}

private struct JustA: Decodable { let a: String }

private func note(_ key: String) -> EntityID { EntityID("note", key) }

/// A random program, done to two tables.
private struct RestartedProgram {
    static let schema = EntitySchema(
        EntityType("note", fields: ["by": .one("user"), "links": .many("note")]),
        EntityType("user")
    )

    private var living = EntityTable(schema: schema)
    private var restarted = RestartedTable(schema: schema)

    /// The tickets that were taken, of both.
    private var tickets: [(EntityTicket, EntityTicket)] = []

    /// What was evicted, of both.
    private var evicted: [(EvictedEntity, EvictedEntity)] = []

    /// The changes that wait, in their order.
    private var waiting: [(name: String, operation: NoteOperation)] = []
    private var lastName = 0
    private var done: [String] = []

    mutating func problem(_ random: inout SeededGenerator) -> String? {
        do {
            for _ in 0..<Int.random(in: 1...14, using: &random) {
                for _ in 0..<[1, 1, 2, 3].randomElement(using: &random)! { try step(&random) }
                try restarted.write()
                if Int.random(in: 0..<6, using: &random) == 0 {
                    let isOfImage = Bool.random(using: &random)
                    try restarted.makeSnapshot(ofImage: isOfImage)
                    done.append("snapshot")
                }
                try restarted.restart(showing: waiting)
                done.append("restart")
                if let difference { return "\(difference) after \(done.joined(separator: "; "))" }
            }
            return nil
        } catch {
            return "\(error) after \(done.joined(separator: "; "))"
        }
    }

    // MARK: Reading

    private static let ids = ["x", "y", "z"].flatMap { [EntityID("note", $0), EntityID("user", $0)] }

    /// What is read otherwise; nil if nothing is.
    private var difference: String? {
        let (one, other) = (readings(of: living), readings(of: restarted.table))
        for (name, reading) in one where other[name] != reading {
            return "\(name) is \(other[name] ?? "nothing"), and was \(reading),"
        }
        // With all that is known, whatever covers it.
        let (told, toldAgain) = (
            EntityTable(schema: Self.schema, restoring: living),
            EntityTable(schema: Self.schema, restoring: restarted.table)
        )
        return told == toldAgain ? nil : "what was told is another"
    }

    private func readings(of table: EntityTable) -> [String: String] {
        var readings: [String: String] = [:]
        func read<Value: Decodable>(_ name: String, _ type: Value.Type, _ id: EntityID) {
            let result = Result { try table.read(type, id) }
            readings["\(name) of \(id)"] =
                switch result {
                // By code points.
                case .success(let value): "\(value)".unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
                case .failure(let error): "\(error)"
                }
        }
        for id in Self.ids {
            readings["status of \(id)"] = "\(table.status(of: id))"
            read("all", Whole.self, id)
            read("text", Text.self, id)
            read("nest", Nest.self, id)
        }
        for (name, operation) in waiting {
            guard let change = table.change(named: name) else { continue }
            readings["error of \(name)"] = "\(table.error(of: change) as Any)"
            let fields = table.fields(changedBy: change, in: operation.id)
            readings["fields of \(name)"] = "\(fields?.sorted { $0.key < $1.key } as Any)"
        }
        return readings
    }

    /// All fields, in the order of their names.
    private struct Whole: Decodable {
        let fields: [String]

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: PathStep.self)
            fields = try members.allKeys.map { "\($0.stringValue): \(try members.decode(JSONValue.self, forKey: $0))" }
                .sorted()
        }
    }

    private struct Text: Decodable {
        let a: String
        let b: Known<String>
    }

    private struct Nest: Decodable {
        struct User: Decodable { let id: String, a: String? }
        struct Link: Decodable { let id: String, b: String?, by: User? }
        let by: User?
        let links: [Link]?
    }

    // MARK: Steps

    private mutating func step(_ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<22, using: &random) {
        case 0...6: try tell(&random)
        case 7, 8:
            tickets.append((living.ticket(), restarted.table.ticket()))
            done.append("ticket \(tickets.count - 1)")
        case 9, 10:
            let (id, ticket) = (Self.ids.randomElement(using: &random)!, randomTicket(&random))
            living.delete(id, ticket: ticket?.0)
            restarted.table.delete(id, ticket: ticket?.1)
            done.append("delete \(id)")
        case 11, 12: try evict(&random)
        case 13, 14: try restore(&random)
        case 15...17: show(&random)
        case 18, 19: try confirm(&random)
        case 20:
            guard let index = waiting.indices.randomElement(using: &random) else { return }
            let name = waiting.remove(at: index).name
            try both { table in table.change(named: name).map { table.refuse($0) } }
            done.append("refuse \(name)")
        default:
            if Int.random(in: 0..<4, using: &random) > 0 { return }
            try both { $0 = EntityTable(schema: Self.schema) }
            (tickets, evicted, waiting) = ([], [], [])
            done.append("another table")
        }
    }

    private mutating func both(_ body: (inout EntityTable) throws -> Void) throws {
        try body(&living)
        try body(&restarted.table)
    }

    private func randomTicket(_ random: inout SeededGenerator) -> (EntityTicket, EntityTicket)? {
        Bool.random(using: &random) ? tickets.randomElement(using: &random) : nil
    }

    private mutating func tell(_ random: inout SeededGenerator) throws {
        let (json, shape) = Self.randomAnswer(&random)
        let ticket = randomTicket(&random)
        try living.merge(Data(json.utf8), as: shape, ticket: ticket?.0)
        try restarted.table.merge(Data(json.utf8), as: shape, ticket: ticket?.1)
        let place = ticket.flatMap { ticket in tickets.firstIndex { $0.0 == ticket.0 } }
        done.append("tell \(json) with ticket \(place.map(String.init) ?? "none")")
    }

    private mutating func evict(_ random: inout SeededGenerator) throws {
        let (limit, kept) = (
            Int.random(in: 0..<5, using: &random), Self.ids.filter { _ in Bool.random(using: &random) }
        )
        let one = living.evict(downTo: limit, keeping: Set(kept))
        let other = restarted.table.evict(downTo: limit, keeping: Set(kept))
        done.append("evict down to \(limit) but \(kept)")
        guard one.map(\.id) == other.map(\.id) else {
            throw Mismatch(description: "evicts \(other.map(\.id)), and the other \(one.map(\.id))")
        }
        evicted += zip(one, other)
    }

    private mutating func restore(_ random: inout SeededGenerator) throws {
        guard let index = evicted.indices.randomElement(using: &random) else { return }
        let entity = evicted.remove(at: index)
        living.restore(entity.0)
        // From a disk.
        let data = try JSONEncoder().encode(entity.1)
        restarted.table.restore(try JSONDecoder().decode(EvictedEntity.self, from: data))
        done.append("restore \(entity.0.id)")
    }

    private mutating func show(_ random: inout SeededGenerator) {
        let id = Self.ids.randomElement(using: &random)!
        let text = Self.texts.randomElement(using: &random)!
        let operation: NoteOperation =
            switch Int.random(in: 0..<5, using: &random) {
            case 0: .add(id, text)
            case 1: .delete(id)
            default: .write(id, ["a", "b"].randomElement(using: &random)!, Bool.random(using: &random) ? text : nil)
            }
        var name = ""
        if let index = waiting.indices.randomElement(using: &random), waiting[index].operation.id == id {
            waiting[index].operation = operation
            name = waiting[index].name
        } else {
            lastName += 1
            name = "change \(lastName)"
            waiting.append((name, operation))
        }
        living.show(name, operation.run)
        restarted.table.show(name, operation.run)
        done.append("\(name): \(operation)")
    }

    /// Confirms the first change of an entity, with an answer or without one.
    private mutating func confirm(_ random: inout SeededGenerator) throws {
        guard let chosen = waiting.randomElement(using: &random),
            let index = waiting.firstIndex(where: { $0.operation.id == chosen.operation.id })
        else { return }
        let (name, id) = (waiting[index].name, waiting[index].operation.id)
        waiting.remove(at: index)
        guard Bool.random(using: &random) else {
            try both { table in table.change(named: name).map { table.confirm($0) } }
            done.append("confirm \(name)")
            return
        }
        let json = Self.randomEntity(id, &random)
        try both { table in
            let answer = try EntityAnswer(Data(json.utf8), as: .one(id.kind), in: Self.schema)
            table.change(named: name).map { _ = table.confirm($0, with: answer) }
        }
        done.append("confirm \(name) with \(json)")
    }

    private struct Mismatch: Error, CustomStringConvertible { let description: String }

    // MARK: Answers

    private static let texts = ["NaN", "Infinity", "-Infinity", "\u{E9}", "e\u{301}", "", "1", "#NaN", "$null"]
    private static let values =
        texts.map { "\"\($0)\"" } + [
            "null", "true", "0", "-0.0", "5e-324", "1.7976931348623157e308", "18446744073709551615",
            "-9223372036854775808", "0.1234567890123456789", "[1, \"NaN\", {\"NaN\": null}]", "{\"$decimal\": \"1\"}",
            "{\"\u{E9}\": 1}", "{\"e\u{301}\": 1}", "{}", "[]",
        ]

    private static func randomAnswer(_ random: inout SeededGenerator) -> (String, EntityField) {
        let kind: EntityKind = Bool.random(using: &random) ? "note" : "user"
        let all = ids.filter { $0.kind == kind }
        let entities = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            randomEntity(all.randomElement(using: &random)!, &random)
        }
        return ("[\(entities.joined(separator: ", "))]", .many(kind))
    }

    private static func randomEntity(_ id: EntityID, _ random: inout SeededGenerator) -> String {
        var members = ["\"id\": \"\(id.key)\""]
        func key() -> String { ["x", "y", "z"].randomElement(using: &random)! }
        for name in ["a", "b"] where Bool.random(using: &random) {
            members.append("\"\(name)\": \"\(texts.randomElement(using: &random)!)\"")
        }
        if Bool.random(using: &random) { members.append("\"n\": \(values.randomElement(using: &random)!)") }
        if id.kind == "note", Int.random(in: 0..<3, using: &random) == 0 {
            members.append("\"by\": {\"id\": \"\(key())\", \"a\": \"\(texts.randomElement(using: &random)!)\"}")
        }
        if id.kind == "note", Int.random(in: 0..<3, using: &random) == 0 {
            members.append("\"links\": [\"\(key())\", {\"id\": \"\(key())\"}]")
        }
        return "{\(members.joined(separator: ", "))}"
    }
}
