import Foundation

/// A request with all that the client adds to it.
struct OutgoingRequest: Sendable {
    var request: HTTPRequest
    var isRepeatable: Bool
    let priority: RequestPriority
    let limits: RequestLimits
    let hasSecretBody: Bool
    /// The number of the login under which it began, whose token it carries. Nil if it carries none.
    var login: Int?
    let accepts: @Sendable (Int) -> Bool
    /// Where the answer goes. Nil if it is kept in memory.
    var target: (any AnswerTarget)?
    /// Whether an answer with such a head goes there. Nil if all that are accepted do.
    var isForTarget: (@Sendable (Response) -> Bool)?

    /// Writes a body that is a stream into a file, once, from which all attempts send it. Returns its fault, if there
    /// is one.
    mutating func putBodyTogether() async -> RequestError.Reason? {
        guard case .made(let make) = request.content else { return nil }
        do {
            request.content = try await BodyDraft.content(make)
            return nil
        } catch {
            return Task.isCancelled ? .cancelled : .unencodable(request.redaction("\(error)"))
        }
    }
}

extension Client {
    /// Turns a request into the call that is sent.
    func call(for request: some Request) throws(RequestError) -> OutgoingRequest {
        let query = request.query + settings.query
        let headers = settings.headers.replacing(request.headers)
        var redaction = Redaction(query.secrets + headers.secrets)
        func failure(_ reason: RequestError.Reason) -> RequestError {
            let path = redaction(request.path.withoutControls)
            return RequestError(reason, request: "\(request.method) \(path)", attempts: 0)
        }
        guard request.method.isToken else { throw failure(.unencodable(request.method.problem)) }
        if let problem = request.path.problemOfPath { throw failure(.unencodable(problem)) }
        let path = request.path.encodedPath
        guard let base, let url = URL(string: base + path + query.encoded.asQuery) else {
            throw failure(.badAddress)
        }
        let body: RequestBody?
        do {
            body = try request.body
        } catch {
            throw failure(.unencodable(redaction("\(error)")))
        }
        redaction.add(body?.secrets ?? [])
        var prepared = HTTPRequest(
            request.method,
            url,
            headers: headers,
            content: body?.content,
            shownAs: base + path + query.shown.asQuery,
            redaction: redaction
        )
        if let kind = body?.contentType, headers["Content-Type"] == nil {
            prepared.set(HTTPHeader("Content-Type", kind))
        }
        return OutgoingRequest(
            request: prepared,
            isRepeatable: request.isRepeatable,
            priority: request.priority,
            limits: request.limits ?? settings.limits,
            hasSecretBody: body?.secrets.isEmpty == false,
            login: request.isAuthenticated && !Authentication.isRenewing ? authentication?.current.login : nil,
            accepts: { request.accepts($0) }
        )
    }

    /// The base address without query, fragment and last slash. Nil if it is none of HTTP.
    private var base: String? {
        guard address.isOfHTTP, var parts = URLComponents(url: address, resolvingAgainstBaseURL: true) else {
            return nil
        }
        (parts.query, parts.fragment) = (nil, nil)
        return parts.string.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }
}

extension String {
    fileprivate var asQuery: String { isEmpty ? self : "?" + self }
}
