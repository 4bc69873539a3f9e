/// The reply to a request, as steps that are carried out in order.
public struct Reply: Sendable {
    /// A step of a reply.
    public enum Step: Equatable, Sendable {
        /// Sends bytes, which need not be HTTP.
        case send([UInt8])
        /// Waits. If the client closes the connection meanwhile, the reply ends.
        case wait(Duration)
        /// Waits until ``LoopbackServer/releaseHeld()``.
        case hold
        /// Resets the connection.
        case reset
    }

    /// The steps, in order.
    public var steps: [Step]
    /// Whether the connection is kept for further requests, if the client wants that too.
    public var keepsConnection: Bool

    /// Creates a reply of these steps. By default the connection is closed after them.
    public init(_ steps: Step..., keepsConnection: Bool = false) {
        self.steps = steps
        self.keepsConnection = keepsConnection
    }

    /// The reply with another step at its beginning.
    public func after(_ step: Step) -> Reply {
        var reply = self
        reply.steps.insert(step, at: 0)
        return reply
    }
}

extension Reply {
    /// Sends a text unchanged and closes the connection: for answers that are not valid HTTP.
    public static func raw(_ text: String) -> Reply { Reply(.send(Array(text.utf8))) }

    /// A response with a body, which is JSON unless a header says otherwise.
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

    /// A response whose body comes in chunks, of which its end is one.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body, each a step.
    ///   - headers: Further headers.
    public static func chunked(_ pieces: [String], headers: [String: String] = [:]) -> Reply {
        let lines = headers.merging(["Transfer-Encoding": "chunked"]) { $1 }.sorted { $0.key < $1.key }
        let head = "HTTP/1.1 200 OK\r\n\(lines.map { "\($0): \($1)\r\n" }.joined())\r\n"
        var reply = Reply(.send(Array(head.utf8)), keepsConnection: true)
        for piece in pieces + [""] {
            reply.steps.append(.send(Array("\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n".utf8)))
        }
        return reply
    }

    /// The bytes of a file, or the part of them that the request asks for, as a server has them that knows ranges.
    ///
    /// - Parameters:
    ///   - file: The bytes.
    ///   - request: What asks for them.
    ///   - tag: The version of the bytes, with its quotation marks.
    public static func file(_ file: [UInt8], for request: ReceivedRequest, tag: String) -> Reply {
        let isSame = request.headers["if-range"].map { $0 == tag } ?? true
        let start = request.headers["range"].flatMap { Int($0.dropFirst("bytes=".count).prefix { $0 != "-" }) }
        var (status, headers, body) = (200, ["ETag": tag], file[...])
        if let start, isSame {
            (status, body) = start < file.count ? (206, file[start...]) : (416, [])
            let range = start < file.count ? "\(start)-\(file.count - 1)" : "*"
            headers["Content-Range"] = "bytes \(range)/\(file.count)"
        }
        var reply = answer(status, "", headers: headers.merging(["Content-Length": "\(body.count)"]) { $1 })
        reply.steps.append(.send(Array(body)))
        return reply
    }

    private static let reasons = [
        200: "OK", 206: "Partial Content", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found",
        405: "Method Not Allowed",
        413: "Content Too Large", 416: "Range Not Satisfiable", 429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 505: "HTTP Version Not Supported",
    ]
}
