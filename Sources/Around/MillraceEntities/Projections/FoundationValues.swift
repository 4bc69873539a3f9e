import Foundation

extension EntityDates {
    /// Decodes a date. Pass it to a `JSONDecoder`, as `.custom(EntityDates.iso8601.decode)`: its own strategies do not
    /// read fractions of a second everywhere.
    public func decode(from decoder: any Decoder) throws -> Date {
        let value = try FieldValue(from: decoder)
        if let date = date(value) { return date }
        let context = DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "Date is expected, and \(value.kindOfValue) found"
        )
        throw DecodingError.dataCorrupted(context)
    }

    /// Encodes a date, with its microseconds. Pass it to a `JSONEncoder`, as `.custom(EntityDates.iso8601.encode)`.
    public func encode(_ date: Date, to encoder: any Encoder) throws { try fieldValue(of: date).encode(to: encoder) }

    func date(_ value: FieldValue) -> Date? {
        switch self {
        case .iso8601:
            guard let text = String(value) else { return nil }
            // Not every version of Foundation takes fractions of a second by the first form.
            return (try? Date(text, strategy: .iso8601))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        case .secondsSince1970: return Double(value).map(Date.init(timeIntervalSince1970:))
        case .millisecondsSince1970: return Double(value).map { Date(timeIntervalSince1970: $0 / 1000) }
        }
    }

    func fieldValue(of date: Date) -> FieldValue {
        let seconds = date.timeIntervalSince1970
        return switch self {
        case .iso8601: .string(Self.text(of: seconds))
        case .secondsSince1970: .number(of: seconds)
        case .millisecondsSince1970: .number(of: (seconds * 1000).rounded())
        }
    }

    /// A time in the form of ISO 8601. The format has milliseconds at most; a date has microseconds.
    private static func text(of time: Double) -> String {
        let start = time.rounded(.down)
        let microseconds = ((time - start) * 1_000_000).rounded()
        let text = Date(timeIntervalSince1970: microseconds < 1_000_000 ? start : start + 1).formatted(.iso8601)
        guard (1..<1_000_000).contains(microseconds) else { return text }
        let fraction = String(Int(microseconds) + 1_000_000).dropFirst()
        return "\(text.dropLast()).\(fraction.hasSuffix("000") ? fraction.dropLast(3) : fraction)Z"
    }
}

/// The types of Foundation that JSON writes as a single value, references, and values of any type.
enum FoundationValues {
    /// Decodes one of these types; nil if it is another.
    static func decode<Value>(
        _ type: Value.Type,
        _ value: FieldValue,
        _ dates: EntityDates,
        _ path: DecodingPath
    ) throws(EntityError) -> Value? {
        let found: Any?
        switch type {
        case is Date.Type: found = dates.date(value)
        case is URL.Type: found = String(value).flatMap { URL(string: $0) }
        case is Data.Type: found = String(value).flatMap { Data(base64Encoded: $0) }
        case is Decimal.Type: found = decimal(value)
        case is JSONValue.Type: found = JSONValue(value)
        case is EntityID.Type: if case .reference(let id) = value { found = id } else { return nil }
        default: return nil
        }
        if let found = found as? Value { return found }
        throw EntityError(.undecodable("\(type) is expected, and \(value.kindOfValue) found"), at: path.text)
    }

    /// Encodes one of these types; nil if it is another.
    static func encode(_ value: any Encodable, _ dates: EntityDates) -> FieldValue? {
        switch value {
        case let date as Date: dates.fieldValue(of: date)
        case let url as URL: .string(url.absoluteString)
        case let data as Data: .string(data.base64EncodedString())
        case let decimal as Decimal: fieldValue(of: decimal)
        case let id as EntityID: .reference(id)
        case let json as JSONValue: json.value
        default: nil
        }
    }

    /// A number with all its digits, where a `Double` does not hold them; any other value as it is.
    static func longer(_ value: FieldValue, _ container: any SingleValueDecodingContainer) -> FieldValue {
        guard case .number = value, let decimal = try? container.decode(Decimal.self), decimal != self.decimal(value)
        else { return value }
        return fieldValue(of: decimal)
    }

    static func decimal(_ value: FieldValue) -> Decimal? {
        switch value {
        case .integer(let number): Decimal(number)
        case .number(let number): Decimal(string: number.description, locale: Locale(identifier: "en_US_POSIX"))
        case .decimal(let text): Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        default: nil
        }
    }

    private static func fieldValue(of decimal: Decimal) -> FieldValue {
        let text = decimal.description
        if let number = Int(text) { return .integer(number) }
        guard let double = Double(text), double.description == text else { return .decimal(text) }
        return .number(of: double)
    }
}
