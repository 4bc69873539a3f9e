import Synchronization

/// Answers requests as OpenWeatherMap does, from recorded answers.
public final class RecordedWeather: Sendable {
    private let answers: RecordedAnswers
    private let key: String?
    private let latency: Duration
    private let failEvery: Int?
    private let count = Atomic<Int>(0)

    /// Creates a handler for a server.
    ///
    /// - Parameters:
    ///   - key: The key that requests must have; nil if they need none.
    ///   - latency: How long each answer takes.
    ///   - failEvery: 5 makes every fifth request fail, alternately with status 500 and with a broken connection. Nil, or
    ///     less than 1, for none.
    public init(
        _ answers: RecordedAnswers = RecordedAnswers(),
        key: String? = nil,
        latency: Duration = .zero,
        failEvery: Int? = nil
    ) {
        self.answers = answers
        self.key = key
        self.latency = latency
        self.failEvery = failEvery.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The reply to a request.
    public func reply(to request: Request) -> Reply {
        let number = count.add(1, ordering: .relaxed).newValue
        let reply = fault(number) ?? answer(to: request)
        return latency > .zero ? reply.after(.wait(latency)) : reply
    }

    private func fault(_ number: Int) -> Reply? {
        guard let failEvery, number.isMultiple(of: failEvery) else { return nil }
        return (number / failEvery).isMultiple(of: 2)
            ? Reply(.reset) : .answer(500, #"{"cod":"500","message":"Internal error"}"#)
    }

    private func answer(to request: Request) -> Reply {
        guard request.method == "GET" else { return .answer(405, "", headers: ["Allow": "GET"]) }
        let query = request.query
        let reply = RecordedReply(answers, to: query)
        let answer: Reply? =
            switch request.path {
            case "/data/2.5/weather": reply.weather
            case "/data/2.5/forecast": reply.forecast
            case "/geo/1.0/direct": reply.places
            default: nil
            }
        guard let answer else { return .answer(404, "Nothing here\n", headers: ["Content-Type": "text/plain"]) }
        if let key, query["appid"] != key { return .answer(401, #"{"cod":401,"message":"Invalid API key"}"#) }
        return answer
    }
}

extension LoopbackServer {
    /// Starts a server that answers as a handler does.
    public convenience init(_ weather: RecordedWeather) throws(SystemError) {
        try self.init { weather.reply(to: $0) }
    }
}
