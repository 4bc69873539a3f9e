import Foundation

/// A path at a host.
struct ServerPlace: Hashable, Sendable {
    /// The scheme, the host and the port.
    let origin: URL
    let path: DAVPath

    /// Where an address leads. Passwords are only sent encrypted, but on this machine.
    init(_ address: URL) throws(CalDAVProblem) {
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.port) = (address.scheme?.lowercased(), address.host, address.port)
        guard let host = address.host, !host.isEmpty, address.user == nil, let origin = parts.url,
            let path = DAVPath(
                href: URLComponents(url: address, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
            )
        else { throw .badAddress(address.host ?? address.absoluteString) }
        guard parts.scheme == "https" || (parts.scheme == "http" && Self.isHere(host)) else { throw .insecure(host) }
        (self.origin, self.path) = (origin, path)
    }

    private init(_ origin: URL, _ path: DAVPath) { (self.origin, self.path) = (origin, path) }

    private static func isHere(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    func at(_ path: DAVPath) -> ServerPlace { ServerPlace(origin, path) }

    /// Where a server sends the client from here. One behind a proxy may not know that it is spoken to by https.
    func redirected(to location: String) throws(CalDAVProblem) -> ServerPlace {
        let base = URL(string: path.collectionText, relativeTo: origin) ?? origin
        guard let target = URL(string: location, relativeTo: base)?.absoluteURL else { throw .badAddress(location) }
        if target.scheme == "http", origin.scheme == "https", target.host == origin.host,
            let path = DAVPath(href: target.absoluteString)
        {
            return at(path)
        }
        return try ServerPlace(target)
    }
}
