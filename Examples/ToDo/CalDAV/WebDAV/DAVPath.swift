import Foundation
import MillraceNetwork

/// A path at a server: of a calendar, or of an item in it. Two spellings of one path are equal.
public struct DAVPath: Hashable, Sendable, Codable {
    /// The components, without any encoding.
    public let components: [String]

    /// Creates a path from its components.
    public init(_ components: [String]) { self.components = components.filter { !$0.isEmpty } }

    /// Reads what a server calls an `href`: a path, or a complete address, encoded. Nil for one that leads elsewhere
    /// by `..`.
    ///
    /// - Parameter base: Where a path begins that has no slash at its front.
    public init?(href: String, in base: DAVPath = DAVPath([])) {
        var rest = href.trimmingCharacters(in: .whitespacesAndNewlines)[...]
        if let scheme = rest.firstRange(of: "://"), !rest[..<scheme.lowerBound].contains("/") {
            rest = rest[scheme.upperBound...].drop { !"/?#".contains($0) }
            if !rest.hasPrefix("/") { rest = "/" }
        }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        let components = rest.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        guard
            !components.contains(where: {
                $0 == "." || $0 == ".." || $0.unicodeScalars.contains(where: \.isCalendarControl)
            })
        else { return nil }
        self.components = (rest.hasPrefix("/") ? [] : base.components) + components
    }

    /// The path of something in this one.
    public func appending(_ name: String) -> DAVPath { DAVPath(components + [name]) }

    /// The path as it is sent.
    public var text: String { components.map { "/" + $0.pathComponent }.joined() }

    /// The path of a collection as it is sent: with a slash at its end.
    public var collectionText: String { text + "/" }

    /// Reads the text that was kept.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self.init(text.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) })
    }

    /// Keeps the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension DAVPath: CustomStringConvertible {
    /// The path as it is sent.
    public var description: String { text }
}
