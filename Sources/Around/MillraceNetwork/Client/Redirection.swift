import Foundation

extension HTTPRequest {
    /// The request that a redirection leads to (RFC 9110, 15.4). Nil where it leads nowhere, or where a secret body
    /// would go to another host.
    ///
    /// Headers that are secret go to no other origin: another host, port or scheme.
    func redirected(by response: Response, hasSecretBody: Bool) -> (request: HTTPRequest, isElsewhere: Bool)? {
        guard Self.redirections.contains(response.status), let location = response.headers["Location"],
            let target = URL(string: location, relativeTo: url)?.absoluteURL, target.isOfHTTP
        else { return nil }
        let isElsewhere = target.origin != url.origin
        let losesBody = response.status == 303 || (response.status < 303 && method == .post)
        if isElsewhere, hasSecretBody, !losesBody { return nil }
        var headers = isElsewhere ? headers.filter { !$0.isSecret } : headers
        if losesBody { headers.removeAll { $0.name.lowercased().hasPrefix("content-") } }
        let request = HTTPRequest(
            losesBody && method != .head ? .get : method,
            target,
            headers: headers,
            content: losesBody ? nil : content,
            shownAs: target.absoluteString,
            redaction: redaction
        )
        return (request, isElsewhere)
    }

    /// The statuses that lead elsewhere.
    static let redirections: Set<Int> = [301, 302, 303, 307, 308]
}

extension URL {
    /// Whether this is an address of http or https, with a host.
    var isOfHTTP: Bool { ["http", "https"].contains(scheme?.lowercased()) && host?.isEmpty == false }

    fileprivate var origin: [String] {
        let scheme = scheme?.lowercased() ?? ""
        return [scheme, host?.lowercased() ?? "", "\(port ?? (scheme == "https" ? 443 : 80))"]
    }
}
