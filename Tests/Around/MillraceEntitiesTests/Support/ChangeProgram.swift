import MillraceSpecs

@testable import MillraceEntities

/// What is known of pins, as plain code keeps it: the fields of those that exist, and null as nil.
typealias Facts = [Int: [String: Int?]]

/// A random program of answers and changes, beside plain code that runs all changes again to see what there is.
struct ChangeProgram {
    private(set) var store = EntityTable()
    private var told: Facts = [:]
    private var entries: [Entry] = []

    /// A change that waits, or was confirmed behind one that waits.
    private struct Entry {
        let change: EntityChange
        let operation: Operation
        var confirmed: Patch?
    }

    /// What a change makes of each pin.
    private typealias Patch = [Int: Delta]

    private struct Delta {
        /// Whether it exists or is deleted; nil if only the fields are said, should it exist.
        var exists: Bool? = true
        var replaces = false
        var fields: [String: Int?] = [:]
    }

    private static let names = ["a", "b", "c"]
    private static let pins = 0..<3

    // MARK: - Operations

    private enum Operation {
        case add(Int, String), copy(Int, String, Int, String), count(Int), create(Int), delete(Int), clear(Int, String)

        /// As a user writes it.
        func run(_ draft: inout EntityDraft) throws {
            switch self {
            case .add(let pin, let name): try draft.edit(Fields.self, id(pin)) { $0[name] = ($0[name] ?? 0) + 1 }
            case .copy(let from, let name, let to, let other):
                let value = try draft.read(Fields.self, id(from))[name]
                try draft.edit(Fields.self, id(to)) { $0[other] = value }
            case .count(let pin):
                let count = try draft.read(FieldCount.self, id(pin)).count
                try draft.edit(Fields.self, id(pin)) { $0.c = count }
            case .create(let pin):
                if (try? draft.read(Fields.self, id(pin))) != nil { return }
                try draft.merge(encoding: New(id: pin, a: 1), as: .one("pin"))
            case .delete(let pin): draft.delete(id(pin))
            case .clear(let pin, let name):
                _ = try draft.read(Fields.self, id(pin))
                draft.clear(id(pin), name)
            }
        }

        /// As plain code has it: what it makes of what there is.
        func patch(_ facts: Facts) -> Patch {
            switch self {
            case .add(let pin, let name):
                guard let fields = facts[pin] else { return [:] }
                return [pin: Delta(fields: [name: ((fields[name] ?? nil) ?? 0) + 1])]
            case .copy(let from, let name, let to, let other):
                guard let source = facts[from], let target = facts[to] else { return [:] }
                let (value, present) = (source[name] ?? nil, target[other] ?? nil)
                return value == present ? [:] : [to: Delta(fields: [other: value])]
            case .count(let pin):
                guard let fields = facts[pin] else { return [:] }
                let count = fields.count
                return fields["c"] == count ? [:] : [pin: Delta(fields: ["c": count])]
            case .create(let pin):
                return facts[pin] == nil ? [pin: Delta(fields: ["id": pin, "a": 1])] : [:]
            case .delete(let pin): return [pin: Delta(exists: false, replaces: true)]
            case .clear(let pin, let name): return facts[pin] == nil ? [:] : [pin: Delta(fields: [name: nil as Int?])]
            }
        }

        /// Whether it edits a pin, also where that changes nothing.
        func edits(_ pin: Int, _ facts: Facts) -> Bool {
            switch self {
            case .add(let edited, _), .delete(let edited): edited == pin
            case .copy(let from, _, let edited, _): edited == pin && facts[from] != nil
            case .count(let edited), .clear(let edited, _): edited == pin && facts[pin] != nil
            case .create(let edited): edited == pin && facts[pin] == nil
            }
        }
    }

    private struct Fields: Codable {
        var a: Int?
        var b: Int?
        var c: Int?

        subscript(name: String) -> Int? {
            get { name == "a" ? a : name == "b" ? b : c }
            set { if name == "a" { a = newValue } else if name == "b" { b = newValue } else { c = newValue } }
        }
    }

    private struct New: Codable {
        let id: Int
        let a: Int
    }

    private struct FieldCount: Decodable {
        let count: Int

        init(from decoder: any Decoder) throws {
            count = try decoder.container(keyedBy: PathStep.self).allKeys.count
        }
    }

    // MARK: - What there is

    var seen: Facts {
        Dictionary(
            uniqueKeysWithValues: Self.pins.compactMap { pin in
                let view = store.snapshot.view(of: Self.id(pin))
                guard view.status == .known else { return nil }
                let fields = view.numbers.map { (view.names[$0], view[$0].flatMap(Int.init)) }
                return (pin, Dictionary(uniqueKeysWithValues: fields))
            }
        )
    }

    var expected: Facts {
        entries.reduce(told) { facts, entry in
            Self.apply(entry.confirmed ?? entry.operation.patch(facts), to: facts)
        }
    }

    private static func apply(_ patch: Patch, to facts: Facts) -> Facts {
        patch.reduce(into: facts) { facts, change in
            if change.value.replaces { facts[change.key] = nil }
            if change.value.exists == true { facts[change.key] = facts[change.key] ?? [:] }
            facts[change.key]?.merge(change.value.fields) { $1 }
        }
    }

    private static func id(_ pin: Int) -> EntityID { EntityID("pin", pin) }

    // MARK: - Steps

    /// Does something, and returns what.
    mutating func step(_ random: inout SeededGenerator) throws -> String {
        let pin = Self.pins.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: return try tell(pin, randomFields(&random))
        case 2: return delete(pin)
        case 3...4:
            guard let index = randomWaiting(&random) else { return "nothing" }
            return try confirm(index, Bool.random(using: &random) ? (pin, randomFields(&random)) : nil)
        case 5:
            guard let index = randomWaiting(&random) else { return "nothing" }
            let entry = entries.remove(at: index)
            store.refuse(entry.change)
            fold()
            return "refuse \(entry.operation)"
        default: return try change(randomOperation(pin, &random))
        }
    }

    private func randomWaiting(_ random: inout SeededGenerator) -> Int? {
        entries.indices.filter { entries[$0].confirmed == nil }.randomElement(using: &random)
    }

    private func randomFields(_ random: inout SeededGenerator) -> [String: Int?] {
        var fields: [String: Int?] = [:]
        for name in Self.names where Bool.random(using: &random) {
            fields[name] = .some(
                Int.random(in: 0..<4, using: &random) == 0 ? nil : Int.random(in: 0..<9, using: &random)
            )
        }
        return fields
    }

    private func randomOperation(_ pin: Int, _ random: inout SeededGenerator) -> Operation {
        let (name, other) = (
            Self.names.randomElement(using: &random) ?? "a", Self.names.randomElement(using: &random) ?? "a"
        )
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2: return .add(pin, name)
        case 3: return .copy(Self.pins.randomElement(using: &random) ?? 0, name, pin, other)
        case 4: return .count(pin)
        case 5: return .create(pin)
        case 6: return .clear(pin, name)
        default: return .delete(pin)
        }
    }

    private mutating func change(_ operation: Operation) throws -> String {
        do {
            let change = try store.change { try operation.run(&$0) }
            entries.append(Entry(change: change, operation: operation))
            fold()
            return "\(operation)"
        } catch is EntityError {
            return "\(operation) fails"
        }
    }

    private func answer(_ fields: [String: Int?]) -> String {
        let members = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.map(String.init) ?? "null")" }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func tell(_ pin: Int, _ fields: [String: Int?]) throws -> String {
        let fields = fields.merging(["id": pin]) { $1 }
        try store.tell(answer(fields))
        note(pin, fields)
        return "tell \(pin) \(fields)"
    }

    /// What the server has told of a pin now.
    private mutating func note(_ pin: Int, _ fields: [String: Int?]) {
        // It is newer than what was confirmed, and what was confirmed to be deleted exists again without its fields.
        for index in entries.indices {
            guard var delta = entries[index].confirmed?[pin] else { continue }
            if delta.replaces {
                told[pin] = nil
                for earlier in entries.indices.prefix(upTo: index) { entries[earlier].confirmed?[pin] = nil }
            }
            (delta.exists, delta.replaces) = (nil, false)
            for name in fields.keys { delta.fields[name] = nil }
            entries[index].confirmed?[pin] = delta
        }
        told[pin, default: [:]].merge(fields) { $1 }
    }

    private mutating func delete(_ pin: Int) -> String {
        store.delete(Self.id(pin))
        told[pin] = nil
        for index in entries.indices { entries[index].confirmed?[pin] = nil }
        return "delete \(pin)"
    }

    private mutating func confirm(_ index: Int, _ told: (pin: Int, fields: [String: Int?])?) throws -> String {
        let facts = entries[..<index].reduce(self.told) { facts, entry in
            Self.apply(entry.confirmed ?? entry.operation.patch(facts), to: facts)
        }
        var patch = entries[index].operation.patch(facts)
        let edits = told.map { entries[index].operation.edits($0.pin, facts) } ?? true
        if let told {
            let fields = told.fields.merging(["id": told.pin]) { $1 }
            if edits {
                if patch[told.pin]?.exists == false { patch[told.pin] = nil }
                patch[told.pin, default: Delta()].fields.merge(fields) { $1 }
            }
            let text = answer(fields)
            try store.confirm(entries[index].change, with: text.utf8, as: .one("pin"))
        } else {
            store.confirm(entries[index].change)
        }
        entries[index].confirmed = patch
        // Of a pin that the change does not edit it is an answer like any other.
        if let told, !edits { note(told.pin, told.fields.merging(["id": told.pin]) { $1 }) }
        let text = "confirm \(entries[index].operation) with \(told.map { "\($0)" } ?? "nothing")"
        fold()
        return text
    }

    /// What was confirmed behind nothing that waits is what is known.
    private mutating func fold() {
        while let patch = entries.first?.confirmed {
            told = Self.apply(patch, to: told)
            entries.removeFirst()
        }
    }
}

private func id(_ pin: Int) -> EntityID { EntityID("pin", pin) }
