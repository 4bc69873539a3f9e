/// The fields of an object in an answer, read as well as can be: servers differ in the fields that they leave out, and
/// in how they write them. A field that is missing, null or of another type is nil, or empty.
///
/// ```swift
/// struct Account: Decodable {
///     let name: String
///     let followers: Int?
///     let isBot: Bool
///
///     init(from decoder: any Decoder) throws {
///         let fields = try LenientFields(from: decoder)
///         name = fields.words("display_name") ?? fields.words("username") ?? "unknown"
///         followers = fields.count("followers_count")
///         isBot = fields.flag("bot")
///     }
/// }
/// ```
///
/// An app decodes the fields that it cannot do without in the usual way, so that their absence is an error with its
/// path.
public struct LenientFields: Decodable {
    /// The name of a field.
    public struct Name: CodingKey, ExpressibleByStringLiteral {
        /// The name, as it is written.
        public let stringValue: String
        /// None: a field has no number.
        public var intValue: Int? { nil }

        /// Creates a name, as it is written.
        public init(stringLiteral name: String) { stringValue = name }
        /// Creates a name, as it is written.
        public init(stringValue name: String) { stringValue = name }
        /// Creates nothing: a field has no number.
        public init?(intValue: Int) { nil }
    }

    private let container: KeyedDecodingContainer<Name>

    /// Creates the fields of an object.
    ///
    /// - Throws: An error of decoding if it is no object.
    public init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Name.self) }

    /// A text, or a number as text.
    public func text(_ name: Name) -> String? {
        if let text = self[name, String.self] { return text }
        return self[name, Int.self].map(String.init) ?? self[name, Double.self].map { "\($0)" }
    }

    /// A text; nil also where it is empty.
    public func words(_ name: Name) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// A finite number, also one that is written as text.
    public func number(_ name: Name) -> Double? {
        self[name, Double.self] ?? self[name, String.self].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    /// How many of something there are. Nil where the server hides it, which some do by a negative number.
    public func count(_ name: Name) -> Int? {
        number(name).flatMap { Int(exactly: $0.rounded()) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether something is so, also where it is written as a number. False where it is missing.
    public func flag(_ name: Name) -> Bool { self[name, Bool.self] ?? (number(name).map { $0 != 0 } ?? false) }

    /// The elements of an array. Those that cannot be read are left out.
    ///
    /// - Parameters:
    ///   - name: The field.
    ///   - type: The type of the elements.
    public func list<Element: Decodable>(_ name: Name, of type: Element.Type = Element.self) -> [Element] {
        self[name, [Readable<Element>].self]?.compactMap(\.value) ?? []
    }

    /// Whether there is a field, and it is not null.
    public func has(_ name: Name) -> Bool {
        container.contains(name) && (try? container.decodeNil(forKey: name)) == false
    }

    /// A value of any type; nil where it is missing, null, or cannot be read.
    ///
    /// - Parameters:
    ///   - name: The field.
    ///   - type: The type of the value.
    public subscript<Value: Decodable>(_ name: Name, _ type: Value.Type = Value.self) -> Value? {
        try? container.decodeIfPresent(type, forKey: name)
    }
}

/// A value, or nil where it cannot be read.
private struct Readable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
