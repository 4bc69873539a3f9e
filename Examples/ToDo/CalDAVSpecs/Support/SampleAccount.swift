import Foundation
import LoopbackHTTP
import MillraceNetwork
import MillraceSpecs
import SampleCalendarServer

@testable import CalDAV

extension CalendarAccount {
    /// The account of the sample's user.
    static func sample(
        at address: String = "https://cal.example",
        over transport: any Transport
    ) throws -> CalendarAccount {
        try CalendarAccount(at: URL(string: address)!, user: "ada", password: Secret("secret"), over: transport)
    }
}

extension SampleCalendarServer {
    /// Answers what has come over a connection.
    func reply(to request: ReceivedRequest) -> Reply {
        guard let url = URL(string: "http://127.0.0.1\(request.target)") else { return Reply() }
        let headers = request.headers.map { HTTPHeader($0.key, $0.value) }
        let call = HTTPRequest(HTTPMethod(request.method), url, headers: headers, body: Data(request.body))
        guard let response = answer(to: call) else { return Reply() }
        let told = Dictionary(response.headers.map { ($0.name, $0.value) }) { $1 }
        return .answer(response.status, String(decoding: response.body, as: UTF8.self), headers: told)
    }
}

extension CalendarToDo {
    static func sample(_ uid: String, _ summary: String) throws -> CalendarToDo {
        var toDo = try CalendarToDo(uid: uid, createdAt: Date(timeIntervalSince1970: 1_814_432_400))
        try toDo.setSummary(summary)
        return toDo
    }
}
