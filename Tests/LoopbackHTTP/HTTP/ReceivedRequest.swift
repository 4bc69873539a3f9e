import Foundation

/// A request as the server read it.
public struct ReceivedRequest: Equatable, Sendable {
    /// `GET`, for instance.
    public var method: String
    /// The target in the request's first line: path and query, percent-encoded.
    public var target: String
    /// The headers' names in small letters, and their values. Of a name that comes twice, the last counts.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]
    /// Whether the connection is to be kept for further requests.
    public var keepsConnection: Bool

    /// A request.
    public init(
        method: String,
        target: String,
        headers: [String: String] = [:],
        body: [UInt8] = [],
        keepsConnection: Bool = true
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.keepsConnection = keepsConnection
    }

    /// The target's path, decoded.
    public var path: String {
        String(target.prefix { $0 != "?" }).percentDecoded
    }

    /// The values in the target's query, decoded. Of a name that comes twice, the first counts. As in a form, a `+` is
    /// a space.
    public var query: [String: String] {
        guard let mark = target.firstIndex(of: "?") else { return [:] }
        let pairs = target[target.index(after: mark)...].split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.map { $0.map { $0 == "+" ? " " : String($0) }.joined().percentDecoded }
            return (words[0], words.count > 1 ? words[1] : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension ReceivedRequest: CustomStringConvertible {
    /// The method and the path. The query is left out: there may be a key in it.
    public var description: String { "\(method) \(path)" }
}

extension String {
    fileprivate var percentDecoded: String { removingPercentEncoding ?? self }
}
