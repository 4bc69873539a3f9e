import Foundation

/// A request and its answer, as a line of a recording. It contains no secret.
struct RecordedExchange: Codable, Sendable {
    let method: String
    let address: String
    var status: Int?
    var headers: [[String]]?
    /// The body, if it is text.
    var text: String?
    /// The body, if it is none.
    var data: Data?
    /// Why there was no answer, by ``RequestError/Reason/code``.
    var failure: String?

    init(_ request: HTTPRequest, _ outcome: Result<Response, RequestError.Reason>) {
        (method, address) = (request.method.name, request.shownAddress)
        switch outcome {
        case .failure(let reason): failure = reason.code
        case .success(let response):
            status = response.status
            headers = Self.shown(response.headers, request.redaction)
            let body = request.redaction(response.body)
            if let text = String(validating: body, as: UTF8.self) { self.text = text } else { data = body }
        }
    }

    /// The headers without secrets. Those that tell how the body was packed do not hold for a recorded one.
    private static func shown(_ headers: [HTTPHeader], _ redaction: Redaction) -> [[String]] {
        let packing = ["content-encoding", "content-length", "transfer-encoding"]
        return headers.filter { !packing.contains($0.name.lowercased()) }
            .map { [$0.name, shown($0, redaction)] }
            .sorted { $0[0] < $1[0] }
    }

    private static func shown(_ header: HTTPHeader, _ redaction: Redaction) -> String {
        if header.isSecret { return Secret.mark }
        let isAddress = ["location", "content-location"].contains(header.name.lowercased())
        return redaction(isAddress ? header.value.withoutLogin : header.value)
    }

    /// What was answered.
    func outcome(to request: HTTPRequest) -> Result<Response, RequestError.Reason> {
        guard let status else {
            let host = request.url.host ?? ""
            let reasons: [RequestError.Reason] = [.noNetwork, .unknownHost(host), .noConnection(host: host)]
            return .failure(reasons.first { $0.code == failure } ?? .brokenAnswer)
        }
        let headers = (headers ?? []).filter { $0.count == 2 }.map { HTTPHeader($0[0], $0[1]) }
        return .success(Response(status, headers: headers, body: data ?? Data((text ?? "").utf8)))
    }

    /// Whether this is the exchange of a request: of one with the same method, path and query, whatever the host.
    func isAbout(_ request: HTTPRequest) -> Bool {
        method == request.method.name && Self.target(address) == Self.target(request.shownAddress)
    }

    private static func target(_ address: String) -> Substring {
        let afterScheme = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
        return afterScheme[(afterScheme.firstIndex(of: "/") ?? afterScheme.endIndex)...]
    }
}
