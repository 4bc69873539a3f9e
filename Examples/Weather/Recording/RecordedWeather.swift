import Foundation
public import MillraceNetwork

/// Answers requests as OpenWeatherMap does, from recorded answers.
public struct RecordedWeather: Sendable {
    private let answers: RecordedAnswers
    private let key: String?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - answers: The recorded answers.
    ///   - key: The key that requests must have; nil if they need none.
    public init(_ answers: RecordedAnswers = RecordedAnswers(), key: String? = nil) {
        self.answers = answers
        self.key = key
    }

    /// What carries requests to the recorded answers.
    ///
    /// - Parameters:
    ///   - latency: How long each answer takes.
    ///   - failEvery: 5 makes every fifth request fail, alternately with status 500 and with a broken connection. Nil,
    ///     or less than 1, for none.
    public func transport(latency: Duration = .zero, failEvery: Int? = nil) -> some Transport {
        FaultyTransport(
            over: FunctionTransport { request in
                let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
                let query = parts?.queryItems?.map { ($0.name, $0.value ?? "") } ?? []
                return response(
                    to: request.method.name,
                    parts?.path ?? "",
                    Dictionary(query, uniquingKeysWith: { first, _ in first })
                )
            },
            delay: latency...latency,
            faults: .every(failEvery ?? 0, [.status(500), .brokenAnswer])
        )
    }

    /// The answer to a request with a method, a path and a query, all decoded.
    public func response(to method: String, _ path: String, _ query: [String: String]) -> Response {
        guard method == "GET" else { return Response(405, headers: [HTTPHeader("Allow", "GET")]) }
        let reply = RecordedReply(answers, to: query)
        let answer: Response? =
            switch path {
            case "/data/2.5/weather": reply.weather
            case "/data/2.5/forecast": reply.forecast
            case "/geo/1.0/direct": reply.places
            default: nil
            }
        guard let answer else {
            return Response(404, headers: [HTTPHeader("Content-Type", "text/plain")], json: "Nothing here\n")
        }
        if let key, query["appid"] != key { return Response(401, json: #"{"cod":401,"message":"Invalid API key"}"#) }
        return answer
    }
}
