import Foundation
import MillraceNetwork

/// A question to the service, whose answer is JSON.
struct WeatherQuestion<Answer: Decodable & Sendable>: Request {
    let path: String
    let query: [QueryItem]

    func accepts(_ status: Int) -> Bool { status == 200 }

    /// A good status does not count where the answer's own code is bad.
    func decode(_ response: Response) throws -> Answer {
        if let code = AnswerCode(response.body).value, code != 200 {
            throw RequestError.Reason.status(BadStatus(code, body: #"{"cod":\#(code)}"#))
        }
        return try response.json()
    }
}

extension WeatherQuestion where Answer == PlacesAnswer {
    /// The places that have a name; five, as many as the service finds at most.
    static func places(named name: String) -> Self {
        WeatherQuestion(path: "/geo/1.0/direct", query: [QueryItem("q", name), QueryItem("limit", "5")])
    }
}

extension WeatherQuestion where Answer == WeatherAnswer {
    /// The weather at a place, in metric units.
    static func weather(at location: Location) -> Self {
        WeatherQuestion(path: "/data/2.5/weather", query: location.query + [QueryItem("units", "metric")])
    }
}

extension WeatherQuestion where Answer == ForecastAnswer {
    /// The forecast for a place, in metric units.
    static func forecast(at location: Location) -> Self {
        WeatherQuestion(path: "/data/2.5/forecast", query: location.query + [QueryItem("units", "metric")])
    }
}

extension Location {
    /// The location in a query: by name, or to some ten metres.
    fileprivate var query: [QueryItem] {
        switch self {
        case .city(let name): [QueryItem("q", name)]
        case .place(let place):
            [("lat", place.latitude), ("lon", place.longitude)].map { QueryItem($0, String(format: "%.4f", $1)) }
        }
    }
}
