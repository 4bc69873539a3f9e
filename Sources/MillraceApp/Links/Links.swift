import Foundation

/// The addresses that an app understands and makes: each declared once, for both directions.
///
/// ```swift
/// let room = Link(Screen.room) { "room" / String.self }
/// let event = Link(Screen.event) { "event" / Int.self }
///
/// let links = Links<Route<Screen>>(at: "https://mill.example", "mill:") {
///     Link(Route(.rooms))                     // https://mill.example
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
/// What is not known is an answer, with a reason. What is made of a target gives the same target (law A4).
///
/// The first declaration that fits is taken. Items of a query that no declaration asks for are ignored, as are a
/// fragment and slashes too many; components of the path are not.
///
/// Reading costs O(n) for n declarations.
public struct Links<Target: Hashable & Sendable>: Sendable {
    private let bases: [LinkBase]
    private let links: [Link<Target>]

    /// Declares addresses.
    ///
    /// Precondition: each base begins with a scheme.
    ///
    /// - Parameters:
    ///   - base: What the addresses begin with: a scheme with a host, `https://mill.example`, possibly a port and a
    ///     path, or a scheme alone, `mill:`. After a scheme alone, `mill://room/3`, `mill:/room/3` and `mill:room/3` are
    ///     the same; the last is made, or `mill:///room/3` for the base `mill://`.
    ///   - others: What they may begin with too. Addresses are made with the first, unless another is asked for.
    ///   - links: What may follow, in the order of preference.
    public init(at base: String, _ others: String..., @LinksBuilder<Target> links: () -> [Link<Target>]) {
        bases = ([base] + others).map { LinkBase($0) }
        self.links = links()
    }

    /// What an address means, or why that is not known.
    public func target(of url: URL) -> Result<Target, UnknownLink> {
        guard let address = bases.lazy.compactMap({ $0.read(url) }).first else {
            return .failure(UnknownLink(url: url, reason: "it begins with none of \(bases.map(\.text))"))
        }
        return address.mapError { UnknownLink(url: url, reason: $0.reason) }
            .flatMap { address in target(of: address).mapError { UnknownLink(url: url, reason: $0.reason) } }
    }

    /// The address of a target; nil if no declaration has one that leads to this target and no other.
    ///
    /// - Parameters:
    ///   - target: What it is to mean. Of a route pass what is ``Route/shown``: other tabs have no place in an address.
    ///   - base: What it is to begin with, one of those that were declared. Nil is the first.
    public func url(of target: Target, at base: String? = nil) -> URL? {
        guard let base = base.map({ text in bases.first { $0.text == text } }) ?? bases.first else { return nil }
        return links.lazy.compactMap { link in
            var address = LinkAddress()
            guard link.write(target, &address), case .success(target) = self.target(of: address) else { return nil }
            return base.url(address)
        }.first
    }

    /// The reason of the declaration that has come furthest.
    private func target(of address: LinkAddress) -> Result<Target, LinkMismatch> {
        var best: (left: Int, mismatch: LinkMismatch) = (.max, LinkMismatch("nothing is declared"))
        for link in links {
            var rest = address
            do throws(LinkMismatch) {
                let target = try link.read(&rest)
                if rest.path.isEmpty { return .success(target) }
                throw LinkMismatch("nothing is known behind \"\(rest.path[0])\"")
            } catch {
                if rest.path.count < best.left { best = (rest.path.count, error) }
            }
        }
        return .failure(best.mismatch)
    }
}

/// An address that means nothing to an app.
public struct UnknownLink: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address.
    public let url: URL

    /// Why, for a log.
    public let reason: String

    /// The address and the reason.
    public var description: String { "\(url) is unknown: \(reason)" }
}

/// Lists the links of a declaration.
@resultBuilder
public enum LinksBuilder<Target: Hashable & Sendable> {
    /// One link.
    public static func buildExpression(_ link: Link<Target>) -> [Link<Target>] { [link] }
    /// Several links.
    public static func buildExpression(_ links: [Link<Target>]) -> [Link<Target>] { links }
    /// All links, in order.
    public static func buildBlock(_ links: [Link<Target>]...) -> [Link<Target>] { links.flatMap { $0 } }
    /// Links that are there under a condition.
    public static func buildOptional(_ links: [Link<Target>]?) -> [Link<Target>] { links ?? [] }
    /// The links of one branch.
    public static func buildEither(first links: [Link<Target>]) -> [Link<Target>] { links }
    /// The links of the other branch.
    public static func buildEither(second links: [Link<Target>]) -> [Link<Target>] { links }
}
