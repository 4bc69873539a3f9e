/// What the server does with a request: steps, one after the other.
public struct Reply: Sendable {
    /// A step of a reply.
    public enum Step: Equatable, Sendable {
        /// Sends bytes, whatever they are.
        case send([UInt8])
        /// Waits. The connection is watched meanwhile: if the client closes it, the reply ends.
        case wait(Duration)
        /// Waits until ``LoopbackServer/releaseHeld()``.
        case hold
        /// Breaks the connection off, as a machine does that has lost it.
        case reset
    }

    /// The steps, in order.
    public var steps: [Step]
    /// Whether the connection is kept for further requests, if the client wants that too.
    public var keepsConnection: Bool

    /// A reply of these steps, behind which the connection is closed.
    public init(_ steps: Step..., keepsConnection: Bool = false) {
        self.steps = steps
        self.keepsConnection = keepsConnection
    }

    /// The reply, with another step before its first.
    public func after(_ step: Step) -> Reply {
        var reply = self
        reply.steps.insert(step, at: 0)
        return reply
    }
}

extension Reply {
    /// Sends a text as it is, and closes the connection: for answers that are no good HTTP.
    public static func raw(_ text: String) -> Reply { Reply(.send(Array(text.utf8))) }

    /// An answer with a body, which is JSON unless a header says otherwise.
    ///
    /// - Parameters:
    ///   - status: 200 for a good one.
    ///   - body: The body. Its length goes into a header.
    ///   - headers: Further headers.
    public static func answer(_ status: Int, _ body: String, headers: [String: String] = [:]) -> Reply {
        let body = Array(body.utf8)
        let headers = ["Content-Type": "application/json; charset=utf-8", "Content-Length": "\(body.count)"]
            .merging(headers) { $1 }
        let lines = headers.sorted { $0.key < $1.key }.map { "\($0): \($1)\r\n" }
        let head = "HTTP/1.1 \(status) \(reasons[status] ?? "Other")\r\n\(lines.joined())\r\n"
        return Reply(.send(Array(head.utf8) + body), keepsConnection: true)
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed",
        413: "Content Too Large", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 505: "HTTP Version Not Supported",
    ]
}
