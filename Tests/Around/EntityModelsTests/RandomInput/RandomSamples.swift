import MillraceEntities
import MillraceSpecs

@testable import EntityModels

/// Random samples: answers of a server whose types are random too.
struct RandomSamples {
    private indirect enum Kind {
        case bool, integer, number, text, date, mixed
        case array(Kind)
        case object([Field])
        case tagged([(tag: String, fields: [Field])])
        case map(Kind)

        /// An entity of one of a few kinds; or, at times, only its identity.
        case entity(Int, isBare: Bool)
    }

    private struct Field {
        let name: String
        let kind: Kind
        let isOptional: Bool
    }

    private var random: SeededGenerator
    private let names: [String]
    private var kinds: [[Field]] = []
    private var depth = 0

    private static let odd = [
        "title", "created_at", "createdAt", "class", "self", "init", "Type", "2fa", "", "a b", "é", "日本", "hashValue",
        "string",
        "date", "value", "URL", "default", "tags", "size", "pin", "unknown", "\"q\"", "items",
    ]

    init(_ random: SeededGenerator) {
        self.random = random
        names = Self.odd.shuffled(using: &self.random)
        // A kind may refer to any other, itself too.
        kinds = Array(repeating: [], count: 3)
        for index in kinds.indices { kinds[index] = fields(5) }
    }

    /// As many answers of one kind as are asked for.
    mutating func samples(_ count: Int) -> [FieldValue] {
        let kind = Bool.random(using: &random) ? Kind.entity(0, isBare: false) : .object(fields(6))
        let isList = Int.random(in: 0..<4, using: &random) == 0
        return (0..<count).map { _ in value(isList ? .array(kind) : kind, depth: 0) }
    }

    // MARK: - Types

    private mutating func fields(_ limit: Int) -> [Field] {
        let some = names.shuffled(using: &random).prefix(Int.random(in: 1...limit, using: &random))
        return some.map { name in
            let isOptional = Int.random(in: 0..<4, using: &random) == 0
            // Each kind has fields that are called after it, and refer to it.
            let number = Int.random(in: 0..<kinds.count * 3, using: &random)
            if number < kinds.count {
                let isBare = Int.random(in: 0..<3, using: &random) == 0
                let isMany = Bool.random(using: &random)
                let kind = Kind.entity(number, isBare: isBare)
                return Field(
                    name: "kind\(number)\(isMany ? "s" : "")",
                    kind: isMany ? .array(kind) : kind,
                    isOptional: isOptional
                )
            }
            return Field(name: name, kind: kind(), isOptional: isOptional)
        }
    }

    private mutating func kind() -> Kind {
        depth += 1
        defer { depth -= 1 }
        switch Int.random(in: 0..<(depth > 2 ? 6 : 10), using: &random) {
        case 0: return .bool
        case 1: return .integer
        case 2: return .number
        case 3: return .text
        case 4: return .date
        case 5: return .mixed
        case 6: return .array(kind())
        case 7: return .object(fields(3))
        case 8: return .map(kind())
        default:
            return .tagged(
                ["a", "b"].map { ($0, fields(2) + [Field(name: "only \($0)", kind: .integer, isOptional: false)]) }
            )
        }
    }

    // MARK: - Values

    private mutating func value(_ kind: Kind, depth: Int) -> FieldValue {
        switch kind {
        case .bool: return .bool(.random(using: &random))
        case .integer: return .integer(.random(in: -3...1_000_000, using: &random))
        case .number: return .number(of: Double(Int.random(in: 0...40, using: &random)) / 8)
        case .text: return .string(["", "a", "é\n\"\\", "2026-11-22"].randomElement(using: &random) ?? "")
        case .date: return .string("2026-11-\(Int.random(in: 10...30, using: &random))T10:00:00Z")
        case .mixed:
            return value([.bool, .integer, .text, .array(.text)].randomElement(using: &random) ?? .bool, depth: depth)
        case .array(let element):
            let count = depth > 4 ? 0 : Int.random(in: 0...2, using: &random)
            return .array((0..<count).map { _ in value(element, depth: depth + 1) })
        case .map(let element):
            let keys = ["1", "22", "333"].prefix(Int.random(in: 0...3, using: &random))
            return .object(keys.map { .init($0, value(element, depth: depth + 1)) })
        case .object(let fields): return .object(members(fields, depth: depth))
        case .tagged(let cases):
            let item = Int.random(in: 0..<cases.count, using: &random)
            return .object([.init("type", .string(cases[item].tag))] + members(cases[item].fields, depth: depth))
        case .entity(let number, let isBare):
            let id = FieldValue.integer(.random(in: 1...4, using: &random))
            if depth > 4 || isBare && Bool.random(using: &random) { return isBare ? id : .null }
            return .object([.init("id", id)] + members(kinds[number], depth: depth))
        }
    }

    private mutating func members(_ fields: [Field], depth: Int) -> [FieldValue.Member] {
        var seen: Set<String> = ["id", "type"]
        return fields.compactMap { field in
            guard seen.insert(field.name).inserted else { return nil }
            if field.isOptional, Bool.random(using: &random) {
                return Bool.random(using: &random) ? .init(field.name, .null) : nil
            }
            return .init(field.name, value(field.kind, depth: depth + 1))
        }
    }
}

extension FieldValue {
    /// The value as JSON.
    var json: String {
        switch self {
        case .null, .reference: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .decimal(let text): text
        case .string(let text), .key(let text): Self.quoted(text)
        case .array(let elements): "[\(elements.map(\.json).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.name)): \($0.value.json)" }.joined(separator: ", "))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }
}
