import Foundation
import MillraceBase
import MillraceSignals

/// The beginning of addresses: a scheme, a host with a port, and components of a path.
struct DeepLinkBase: Sendable {
    /// As it was declared.
    let text: String

    private let scheme: String
    private let authority: String?
    private let path: [Substring]
    private let hasSlashes: Bool

    init(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme else {
            stop(
                "DeepLinks.init(at:): \"\(text)\" has no scheme. To fix: pass a base such as \"https://mill.example\"."
            )
        }
        self.text = text
        self.scheme = scheme.lowercased()
        authority = Self.authority(of: parts)
        path = parts.percentEncodedPath.split(separator: "/").map { $0 }
        hasSlashes = text.contains("//")
    }

    private static func authority(of parts: URLComponents) -> String? {
        guard let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty else { return nil }
        return parts.port.map { "\(host):\($0)" } ?? host
    }

    /// Reads the part behind the base; nil if the address does not begin with it.
    func read(_ url: URL) -> Result<DeepLinkAddress, DeepLinkMismatch>? {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            parts.scheme?.lowercased() == scheme
        else { return nil }
        var rest = parts.percentEncodedPath[...]
        if let authority {
            if Self.authority(of: parts) != authority { return nil }
        } else if let host = parts.percentEncodedHost, !host.isEmpty {
            // In `mill://room/3` the first component stands where others have a host.
            rest = "\(host)/\(rest)"
        }
        for component in path {
            rest = rest.drop { $0 == "/" }
            guard rest.hasPrefix(component) else { return nil }
            rest = rest.dropFirst(component.count)
            if !rest.isEmpty, !rest.hasPrefix("/") { return nil }
        }
        return Result { () throws(DeepLinkMismatch) in
            try DeepLinkAddress(path: rest, query: parts.percentEncodedQuery, fragment: parts.percentEncodedFragment)
        }
    }

    /// An address that begins with the base.
    ///
    /// After a scheme alone comes the path, or three slashes and the path if the base has slashes: in the place of a
    /// host a component of the path would be changed on the way, to lower case and worse.
    func url(_ address: DeepLinkAddress) -> URL? {
        let rest = "\(path.map { "/\($0)" }.joined())\(address.encoded)"
        if hasSlashes { return URL(string: "\(scheme)://\(authority ?? "")\(rest)") }
        return URL(string: "\(scheme):\(rest.drop { $0 == "/" })")
    }
}
