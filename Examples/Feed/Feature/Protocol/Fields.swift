import MillraceEntities

/// The fields of an object in an answer, read as well as can be: servers differ in what they leave out, and in how they
/// write it. What is missing or of another type is nil, or empty.
struct Fields: Decodable {
    /// The name of a field.
    struct Name: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringLiteral name: String) { stringValue = name }
        init(stringValue name: String) { stringValue = name }
        init?(intValue: Int) { nil }
    }

    private let container: KeyedDecodingContainer<Name>

    /// - Throws: If it is no object.
    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Name.self) }

    /// A text, or a number as text.
    func text(_ name: Name) -> String? {
        if let text = self[name, String.self] { return text }
        return self[name, Int.self].map(String.init) ?? self[name, Double.self].map { "\($0)" }
    }

    /// A text; nil also where it is empty.
    func words(_ name: Name) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// A number, also one that is written as text.
    func number(_ name: Name) -> Double? {
        self[name, Double.self] ?? self[name, String.self].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    /// How many of something there are. Nil where the server hides it, which some do by a negative number.
    func count(_ name: Name) -> Int? {
        number(name).flatMap { Int(exactly: $0.rounded()) }.flatMap { $0 < 0 ? nil : $0 }
    }

    func flag(_ name: Name) -> Bool { self[name, Bool.self] ?? (number(name).map { $0 != 0 } ?? false) }

    /// The elements of an array. Those that cannot be read are left out.
    func list<Element: Decodable>(_ name: Name, of _: Element.Type = Element.self) -> [Element] {
        self[name, [Readable<Element>].self]?.compactMap(\.value) ?? []
    }

    /// Whether there is a field, and it is not null.
    func has(_ name: Name) -> Bool { (try? container.decodeNil(forKey: name)) == false }

    /// Whether a field refers to an entity, also to one that was deleted.
    func isReference(_ name: Name) -> Bool { (try? container.decode(EntityID.self, forKey: name)) != nil }

    /// A value of any type; nil where it is missing, null, or cannot be read.
    subscript<Value: Decodable>(_ name: Name, _ type: Value.Type = Value.self) -> Value? {
        has(name) ? try? container.decode(type, forKey: name) : nil
    }
}

/// A value, or nil where it cannot be read.
private struct Readable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
