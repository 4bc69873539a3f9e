import Foundation

/// The head of a request over HTTP/1.1, and its faults.
struct RequestHead: Equatable {
    /// An answer that is no page and no events: its status.
    enum Refusal: Int, Error {
        case badRequest = 400, forbidden = 403, notFound = 404, methodNotAllowed = 405, targetTooLong = 414
        case headTooLong = 431

        var reason: String {
            switch self {
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .targetTooLong: "URI Too Long"
            case .headTooLong: "Request Header Fields Too Large"
            }
        }
    }

    /// The most bytes that a request's first line, and its whole head, may have.
    static let longestLine = 8192, longestHead = 16_384

    let method: String
    let target: String
    /// The names are in small letters.
    let headers: [(name: String, value: String)]

    static func == (left: Self, right: Self) -> Bool {
        left.method == right.method && left.target == right.target
            && left.headers.elementsEqual(right.headers) { $0 == $1 }
    }

    /// Takes a head from the bytes that have come in; nil if it is not whole yet.
    static func read(_ bytes: [UInt8]) throws(Refusal) -> RequestHead? {
        let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        if lineEnd > longestLine { throw .targetTooLong }
        guard let end = bytes.prefix(longestHead).firstRange(of: Array("\r\n\r\n".utf8)) else {
            if bytes.count >= longestHead { throw .headTooLong }
            // Bytes that do not begin as a request never end as one.
            if let first = bytes.first, !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first) { throw .badRequest }
            return nil
        }
        return try RequestHead(bytes[..<end.lowerBound])
    }

    private init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
        // Printable ASCII and line ends only: a browser sends nothing else.
        guard bytes.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }) else {
            throw .badRequest
        }
        var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")[...]
        let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, !words[0].isEmpty, words[1].hasPrefix("/"),
            words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
        else { throw .badRequest }
        (method, target) = (words[0], words[1])
        var headers: [(name: String, value: String)] = []
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !line.contains("\r"), !line.contains("\n"),
                !parts[0].contains(where: { $0 == " " || $0 == "\t" })
            else { throw .badRequest }
            headers.append((parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)))
        }
        self.headers = headers
    }

    /// The values of a header, in the order in which they came.
    func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of a name in the target's query. Escaped characters stay so.
    func query(_ name: String) -> String? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        let pairs = target[target.index(after: mark)...].split(separator: "&")
        return pairs.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
