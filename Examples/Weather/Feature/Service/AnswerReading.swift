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
        guard range.contains(self) else { throw .unreadable(field: field) }
        return self
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
