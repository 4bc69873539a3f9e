/// Types that are written with the models where they need them.
enum HelperTypes {
    static func reference(_ name: String, entity: String, identity: String) -> String {
        """
        /// The whole `\(entity)`, or only its identity.
        indirect enum \(name): Codable, Hashable, Sendable, Identifiable {
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

    static let dates = """
        /// How dates are written, with or without fractions of a second. A JSONDecoder needs the strategy
        /// `.custom(ISO8601Dates.decode)`, and a JSONEncoder `.custom(ISO8601Dates.encode)`; `.iso8601` loses fractions.
        enum ISO8601Dates {
            static func decode(from decoder: any Decoder) throws -> Date {
                let container = try decoder.singleValueContainer()
                let text = try container.decode(String.self)
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
                if let date = try? Date(text, strategy: style) { return date }
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\\(text) is not a date")
            }

            static func encode(_ date: Date, to encoder: any Encoder) throws {
                // The format has milliseconds; a date has microseconds.
                let start = date.timeIntervalSince1970.rounded(.down)
                let microseconds = ((date.timeIntervalSince1970 - start) * 1_000_000).rounded()
                var text = Date(timeIntervalSince1970: microseconds < 1_000_000 ? start : start + 1).formatted(.iso8601)
                if (1..<1_000_000).contains(microseconds) {
                    text = "\\(text.dropLast()).\\(String(Int(microseconds) + 1_000_000).dropFirst())Z"
                }
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }
        }
        """

    static let identity = """
        /// An identity that is a number here and text there.
        struct Identity: Codable, Hashable, Sendable {
            let text: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    text = String(number)
                } else {
                    text = try container.decode(String.self)
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }
        }
        """

    static let indirect = """
        /// A value within another of its own type.
        @dynamicMemberLookup
        indirect enum Indirect<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
            case value(Value)

            var value: Value {
                switch self {
                case .value(let value): value
                }
            }

            subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }

            init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }
            func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        }
        """

    static let jsonValue = """
        /// Any value of JSON.
        enum JSONValue: Codable, Hashable, Sendable {
            case null
            case bool(Bool)
            case integer(Int)
            case number(Double)
            case string(String)
            case array([JSONValue])
            case object([String: JSONValue])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Int.self) {
                    self = .integer(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .number(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([JSONValue].self) {
                    self = .array(value)
                } else {
                    self = .object(try container.decode([String: JSONValue].self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .bool(let value): try container.encode(value)
                case .integer(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }
        """
}
