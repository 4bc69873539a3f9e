import Foundation

/// The addresses of an app: each is declared once, and is both parsed and printed by its declaration.
///
/// ```swift
/// let room = DeepLink(Screen.room) { "room" / String.self }
/// let event = DeepLink(Screen.event) { "event" / Int.self }
///
/// let links = DeepLinks<Route<Screen>>(at: "https://mill.example", "mill:") {
///     DeepLink(Route(.rooms))                     // https://mill.example
///     Route(.settings) / "settings"
///     Route(.rooms) / room                    // …/room/mill
///     Route(.rooms) / room / event            // …/room/mill/event/3
/// }
///
/// switch links.target(of: url) {
/// case .success(let route): dispatcher.dispatch(Navigate.show(route))
/// case .failure(let unknown): log(unknown)
/// }
/// let address = links.url(of: route.state.value.shown)
/// ```
///
/// An unknown address gives a failure with a reason. An address that is made from a target leads to the same target
/// (law A4).
///
/// The first declaration that matches is used. Query items that no declaration names are ignored, and so are an
/// undeclared fragment and superfluous slashes; additional components of the path are not ignored.
///
/// Parsing an address costs O(n) for n declarations.
public struct DeepLinks<Target: Hashable & Sendable>: Sendable {
    private let bases: [DeepLinkBase]
    private let links: [DeepLink<Target>]

    /// Declares addresses.
    ///
    /// Precondition: each base begins with a scheme.
    ///
    /// - Parameters:
    ///   - base: The beginning of the addresses: a scheme with a host, `https://mill.example`, possibly a port and a
    ///     path, or a scheme alone, `mill:`. With a scheme alone, `mill://room/3`, `mill:/room/3` and `mill:room/3` are
    ///     the same address; `mill:room/3` is the one that is made, or `mill:///room/3` for the base `mill://`.
    ///   - others: Other bases. Addresses are made with `base`, unless you ask for another one.
    ///   - links: The links, in the order of preference.
    public init(at base: String, _ others: String..., @DeepLinksBuilder<Target> links: () -> [DeepLink<Target>]) {
        bases = ([base] + others).map { DeepLinkBase($0) }
        self.links = links()
    }

    /// The target of an address, or the reason why no link matches it. O(n) for n declarations.
    public func target(of url: URL) -> Result<Target, UnknownDeepLink> {
        for base in bases {
            guard let address = base.read(url) else { continue }
            return address.flatMap { target(of: $0) }.mapError { UnknownDeepLink(url: url, reason: $0.reason) }
        }
        return .failure(UnknownDeepLink(url: url, reason: "it begins with none of \(bases.map(\.text))"))
    }

    /// The address of a target; nil if no declaration makes an address that leads to exactly this target.
    ///
    /// - Parameters:
    ///   - target: The target. For a route pass ``Route/shown``, because an address cannot contain the other tabs.
    ///   - base: One of the declared bases. Nil for the first one.
    /// - Returns: The address; nil also if `base` was not declared.
    /// - Complexity: O(n) for n declarations, plus one parsing for each declaration that fits the target, until one
    ///   leads back to it.
    public func url(of target: Target, at base: String? = nil) -> URL? {
        guard let base = base.map({ text in bases.first { $0.text == text } }) ?? bases.first else { return nil }
        return links.lazy.compactMap { link in
            var address = DeepLinkAddress()
            guard link.write(target, &address), case .success(target) = self.target(of: address) else { return nil }
            return base.url(address)
        }.first
    }

    /// The reason of the declaration that has come furthest.
    private func target(of address: DeepLinkAddress) -> Result<Target, DeepLinkMismatch> {
        var best: (left: Int, mismatch: DeepLinkMismatch) = (.max, DeepLinkMismatch("nothing is declared"))
        for link in links {
            var rest = address
            do throws(DeepLinkMismatch) {
                let target = try link.read(&rest)
                guard let next = rest.path.first else { return .success(target) }
                let read = address.path.dropLast(rest.path.count).joined(separator: "/")
                throw DeepLinkMismatch(
                    read.isEmpty ? "no link begins with \"\(next)\"" : "no link has \"\(next)\" behind \"\(read)\""
                )
            } catch {
                if rest.path.count < best.left { best = (rest.path.count, error) }
            }
        }
        return .failure(best.mismatch)
    }
}

/// An address that no link of an app matches.
public struct UnknownDeepLink: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address.
    public let url: URL

    /// Why no link matches, in words for a log.
    public let reason: String

    /// The address and the reason.
    public var description: String { "\(url) is unknown: \(reason)" }
}

/// Builds the list of links in ``DeepLinks``.
@resultBuilder
public enum DeepLinksBuilder<Target: Hashable & Sendable> {
    /// One link.
    public static func buildExpression(_ link: DeepLink<Target>) -> [DeepLink<Target>] { [link] }
    /// All links, in order.
    public static func buildBlock(_ links: [DeepLink<Target>]...) -> [DeepLink<Target>] { links.flatMap { $0 } }
    /// Links that are there under a condition.
    public static func buildOptional(_ links: [DeepLink<Target>]?) -> [DeepLink<Target>] { links ?? [] }
    /// The links of one branch.
    public static func buildEither(first links: [DeepLink<Target>]) -> [DeepLink<Target>] { links }
    /// The links of the other branch.
    public static func buildEither(second links: [DeepLink<Target>]) -> [DeepLink<Target>] { links }
}
