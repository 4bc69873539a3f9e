import Foundation

/// A link of a `Link` header (RFC 8288): an address, and its relation to the answer, such as the next page.
///
/// ```swift
/// func decode(_ response: Response) throws -> Answer {
///     Answer(posts: try response.json(), older: response.headers.link("next"))
/// }
/// ```
///
/// It is a value, so a list that is loaded page by page may have it as its cursor. A server decides about the address:
/// to ask for it with the client's own address and login, send its ``query`` with the path that was asked before. So no
/// login goes to another host.
public struct HTTPLink: Hashable, Sendable, Codable {
    /// The address as the server writes it. It may be relative to that of the request.
    public let address: String

    /// The relations of the address, in small letters: `next`, `prev`.
    public let relations: [String]

    /// Creates a link, by default one without relations.
    public init(_ address: String, relations: [String] = []) { (self.address, self.relations) = (address, relations) }

    /// The items of the address's query, decoded; none if it has no query.
    public var query: [QueryItem] {
        let end = address.firstIndex(of: "#") ?? address.endIndex
        guard let mark = address[..<end].firstIndex(of: "?") else { return [] }
        return address[mark..<end].dropFirst().split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return QueryItem(decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// A part of a query as it is meant, where a plus is a blank.
    private func decoded(_ part: Substring) -> String {
        let text = String(part).replacing("+", with: " ")
        return text.removingPercentEncoding ?? text
    }
}

extension [HTTPHeader] {
    /// The links of all `Link` headers, in their order. O(n) for n characters.
    ///
    /// Anything but a link is left out, and so is a link that is about something else than the answer (`anchor`).
    package var links: [HTTPLink] {
        filter { $0.name.lowercased() == "link" }.flatMap { header in
            var reader = LinkReader(rest: header.value[...])
            return reader.links()
        }
    }

    /// The first link that stands in a relation to the answer, such as `next`; nil if there is none.
    public func link(_ relation: String) -> HTTPLink? {
        let relation = relation.lowercased()
        return links.first { $0.relations.contains(relation) }
    }
}

/// Reads links from the value of a header.
private struct LinkReader {
    var rest: Substring

    mutating func links() -> [HTTPLink] {
        var links: [HTTPLink] = []
        while !rest.isEmpty {
            skip { $0 == " " || $0 == "," }
            if rest.first != "<" {
                // No link: its parameters may have commas in quotes.
                _ = parameters()
                continue
            }
            let address = text { $0 != ">" }.dropFirst()
            guard rest.popFirst() != nil else { break }
            let parameters = parameters()
            let relations = parameters.first { $0.name == "rel" }?.value ?? ""
            guard !parameters.contains(where: { $0.name == "anchor" }) else { continue }
            links.append(
                HTTPLink(
                    address.trimmingCharacters(in: .whitespaces),
                    relations: relations.lowercased().split(separator: " ").map(String.init)
                )
            )
        }
        return links
    }

    /// The parameters behind an address, up to the comma before the next one.
    private mutating func parameters() -> [(name: String, value: String)] {
        var parameters: [(String, String)] = []
        while let next = rest.first, next != "," {
            skip { $0 == " " || $0 == ";" }
            let name = text { !" =;,".contains($0) }.lowercased()
            skip { $0 == " " }
            guard rest.first == "=" else {
                if name.isEmpty, rest.first != "," { rest.removeFirst(rest.isEmpty ? 0 : 1) }
                continue
            }
            rest.removeFirst()
            skip { $0 == " " }
            parameters.append((name, rest.first == "\"" ? quoted() : String(text { !" ;,".contains($0) })))
        }
        return parameters
    }

    /// A text in quotes, in which a backslash stands before a character that is meant as it is.
    private mutating func quoted() -> String {
        var value = ""
        rest.removeFirst()
        while let next = rest.popFirst(), next != "\"" {
            value.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        return value
    }

    private mutating func skip(_ isSkipped: (Character) -> Bool) { rest = rest.drop(while: isSkipped) }

    private mutating func text(_ isPart: (Character) -> Bool) -> Substring {
        let text = rest.prefix(while: isPart)
        rest = rest[text.endIndex...]
        return text
    }
}
