/// Takes requests from the bytes that come in on a connection, in whatever pieces they come.
struct RequestReader {
    /// The most that a request's head may hold, in bytes.
    static let longestHead = 16_384
    /// The most that a request's body may hold, in bytes.
    static let longestBody = 1 << 20

    private var bytes: [UInt8] = []

    /// What is wrong with a request, as the status with which it is refused.
    struct Refusal: Error {
        let status: Int
    }

    /// Whether it has room for more.
    var hasRoom: Bool { bytes.count < Self.longestHead + Self.longestBody }

    /// Takes what came in.
    mutating func append(_ more: some Sequence<UInt8>) {
        bytes += more
    }

    /// The next request, if it has come in whole.
    mutating func next() throws(Refusal) -> ReceivedRequest? {
        // What begins otherwise, as a client's greeting that wants a secure connection, may never end as a head does.
        if let first = bytes.first, !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first) { throw Refusal(status: 400) }
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.prefix(Self.longestHead).firstRange(of: end) else {
            if bytes.count >= Self.longestHead { throw Refusal(status: 431) }
            return nil
        }
        var request = try Self.request(String(decoding: bytes[..<head.lowerBound], as: UTF8.self))
        let length = try Self.bodyLength(request)
        guard bytes.count >= head.upperBound + length else { return nil }
        request.body = Array(bytes[head.upperBound..<head.upperBound + length])
        bytes.removeFirst(head.upperBound + length)
        return request
    }

    private static func request(_ head: String) throws(Refusal) -> ReceivedRequest {
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[1].hasPrefix("/") else { throw Refusal(status: 400) }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { throw Refusal(status: 505) }
        var headers: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, line.first != ":", !parts[0].contains(" ") else { throw Refusal(status: 400) }
            headers[parts[0].lowercased()] = parts[1].trimmingSpaces
        }
        let wish = headers["connection"]?.lowercased()
        return ReceivedRequest(
            method: String(words[0]),
            target: String(words[1]),
            headers: headers,
            keepsConnection: words[2] == "HTTP/1.1" ? wish != "close" : wish == "keep-alive"
        )
    }

    private static func bodyLength(_ request: ReceivedRequest) throws(Refusal) -> Int {
        if request.headers["transfer-encoding"] != nil { throw Refusal(status: 501) }
        guard let header = request.headers["content-length"] else { return 0 }
        guard let length = Int(header), length >= 0 else { throw Refusal(status: 400) }
        if length > longestBody { throw Refusal(status: 413) }
        return length
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
