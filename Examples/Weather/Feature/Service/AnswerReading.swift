import Foundation
import MillraceNetwork

extension Decodable {
    /// Reads an answer. Fails with what it lacks, or with what cannot be read.
    init(answer json: Data) throws(WeatherError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: json)
        } catch {
            throw WeatherError(DecodingProblem(error, in: json))
        }
    }
}

extension Double {
    /// The number, if it lies within what can be measured.
    func measured(_ range: ClosedRange<Double>, _ field: String) throws(WeatherError) -> Double {
        guard let number = within(range) else { throw .unreadable(field: field) }
        return number
    }

    /// The number, if it lies within what can be measured; nil otherwise, for what need not be there.
    func within(_ range: ClosedRange<Double>) -> Double? { range.contains(self) ? self : nil }
}

/// What need not be there in an answer: nil where it is missing, and where it cannot be read, which withholds nothing
/// else.
@propertyWrapper
struct IfReadable<Value: Decodable & Sendable>: Decodable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws { wrappedValue = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
    /// Where the key is missing, there is no value.
    func decode<Value>(_ type: IfReadable<Value>.Type, forKey key: Key) throws -> IfReadable<Value> {
        try decodeIfPresent(type, forKey: key) ?? IfReadable(wrappedValue: nil)
    }
}

/// The code in an answer: a number in good answers and some bad ones, a text in others. Nil where there is none.
struct AnswerCode: Decodable {
    let value: Int?

    /// The code in an answer, whatever else that is.
    init(_ json: Data) {
        value = (try? JSONDecoder().decode(AnswerCode.self, from: json))?.value
    }

    init(from decoder: any Decoder) throws {
        let answer = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try? answer.decode(Int.self, forKey: .cod) {
            value = number
        } else {
            value = (try? answer.decode(String.self, forKey: .cod)).flatMap { Int($0) }
        }
    }

    private enum CodingKeys: String, CodingKey { case cod }
}
