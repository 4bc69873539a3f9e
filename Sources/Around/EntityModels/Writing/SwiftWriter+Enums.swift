extension SwiftWriter {
    /// An object of one of several types, distinguished by a field.
    func union(_ union: ModelUnion, _ id: TypeID) -> String {
        let cases = zip(union.cases, names.members[id]).map { (item: $0, name: SwiftName.escaped($1)) }
        let declared = cases.map { "case \($0.name)(\(names.types[$0.item.type]))" }
        let decoded = cases.map { item, name in
            "case \(SwiftName.literal(item.value)): self = .\(name)(try \(names.types[item.type])(from: decoder))"
        }
        let encoded = cases.map { encoding($0.item, $0.name, of: union) }
        let tag = SwiftName.literal(union.tag)
        let sections = [
            declared.joined(separator: "\n"),
            """
            /// Something else at \(tag).
            case unknown(JSONValue)
            """,
            """
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                switch try container.decode(String.self, forKey: .tag) {
            \(decoded.joined(separator: "\n").indented)
                default: self = .unknown(try JSONValue(from: decoder))
                }
            }
            """,
            """
            func encode(to encoder: any Encoder) throws {
                switch self {
            \(encoded.joined(separator: "\n").indented)
                case .unknown(let value): try value.encode(to: encoder)
                }
            }
            """,
        ]
        let keys = Self.block("private enum CodingKeys: String, CodingKey", ["case tag = \(tag)"])
        let head = "indirect enum \(names.types[id]): Codable, Hashable, Sendable"
        return Self.block(head, sections + inner(of: id) + [keys])
    }

    private func encoding(_ item: ModelUnion.Case, _ name: String, of union: ModelUnion) -> String {
        let tag = model.types[item.type].structure?.fields.first { $0.key == union.tag }
        if let tag, tag.type == tag.type.wrapped {
            return "case .\(name)(let value): try value.encode(to: encoder)"
        }
        // A value that does not hold its own tag gets it here.
        return """
            case .\(name)(let value):
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(\(SwiftName.literal(item.value)), forKey: .tag)
                try value.encode(to: encoder)
            """
    }

    /// Text that is one of a few.
    func choice(_ values: [String], _ id: TypeID) -> String {
        let cases = zip(values, names.members[id]).map { (value: SwiftName.literal($0), name: SwiftName.escaped($1)) }
        let sections = [
            cases.map { "case \($0.name)" }.joined(separator: "\n"),
            """
            /// Text that the schema does not list.
            case unknown(String)
            """,
            """
            init(rawValue: String) {
                switch rawValue {
            \(cases.map { "case \($0.value): self = .\($0.name)" }.joined(separator: "\n").indented)
                default: self = .unknown(rawValue)
                }
            }
            """,
            """
            var rawValue: String {
                switch self {
            \(cases.map { "case .\($0.name): \($0.value)" }.joined(separator: "\n").indented)
                case .unknown(let text): text
                }
            }
            """,
        ]
        return Self.block("enum \(names.types[id]): RawRepresentable, Codable, Hashable, Sendable", sections)
    }

    /// An entity, or only its identity.
    func reference(to entity: TypeID, _ identity: ModelType, _ id: TypeID) -> String {
        let (entity, identity) = (names.types[entity], name(of: identity))
        return """
            /// The whole `\(entity)`, or only its identity.
            indirect enum \(names.types[id]): Codable, Hashable, Sendable, Identifiable {
                case identity(\(identity))
                case entity(\(entity))

                var id: \(identity) {
                    switch self {
                    case .identity(let id): id
                    case .entity(let entity): entity.id
                    }
                }

                /// The entity; nil if only its identity is known.
                var entity: \(entity)? { if case .entity(let entity) = self { entity } else { nil } }

                init(from decoder: any Decoder) throws {
                    do {
                        self = .entity(try \(entity)(from: decoder))
                    } catch {
                        guard let id = try? decoder.singleValueContainer().decode(\(identity).self) else { throw error }
                        self = .identity(id)
                    }
                }

                func encode(to encoder: any Encoder) throws {
                    switch self {
                    case .identity(let id): try id.encode(to: encoder)
                    case .entity(let entity): try entity.encode(to: encoder)
                    }
                }
            }
            """
    }
}
