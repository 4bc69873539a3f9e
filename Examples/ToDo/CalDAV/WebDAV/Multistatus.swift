import Foundation

/// The answer of a server about several resources (RFC 4918, 13).
struct Multistatus {
    let responses: [DAVResponse]
    /// Where the next `sync-collection` goes on.
    let syncToken: String?

    /// Reads an answer.
    ///
    /// - Parameter base: The path that was asked, in which those without a slash at their front begin.
    init(reading data: Data, at base: DAVPath) throws(XMLProblem) {
        let root = try DAVElement(reading: data)
        guard root.name == .multistatus else { throw .malformed(nil) }
        responses = root.all(.response).compactMap { DAVResponse($0, at: base) }
        syncToken = root[.syncToken].map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// What a server says of one resource.
struct DAVResponse {
    let path: DAVPath
    /// The status of the resource as a whole; nil if its properties have their own.
    let status: Int?
    private let properties: [DAVName: DAVElement]
    /// The complete address, where it is one: a calendar may be at another host.
    let address: URL?

    init?(_ element: DAVElement, at base: DAVPath) {
        guard let href = element[.href]?.trimmed, let path = DAVPath(href: href, in: base) else { return nil }
        self.path = path
        address = href.contains("://") ? URL(string: href) : nil
        status = element[.status].flatMap { Self.status($0.trimmed) }
        var properties: [DAVName: DAVElement] = [:]
        for group in element.all(.propstat) where group[.status].flatMap({ Self.status($0.trimmed) }) ?? 200 == 200 {
            for property in group[.prop]?.children ?? [] { properties[property.name] = property }
        }
        self.properties = properties
    }

    subscript(name: DAVName) -> DAVElement? { properties[name] }

    /// The number in "HTTP/1.1 404 Not Found".
    private static func status(_ line: String) -> Int? {
        line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
