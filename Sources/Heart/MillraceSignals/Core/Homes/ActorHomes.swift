import MillraceBase

/// The homes of actors other than the main actor, found by the actors' addresses.
///
/// It keeps a home for as long as its actor exists, and keeps no actor alive. When their number has doubled, the homes of
/// actors that are gone are dropped, whose graphs may still keep each other alive.
final class ActorHomes: Sendable {
    private struct Table {
        var homes: [ObjectIdentifier: Home] = [:]

        /// The number of homes at which those of actors that are gone are looked for.
        private var limit = 16

        /// Returns all homes if there are many more than at the last time.
        mutating func takeOthersIfMany() -> [Home] {
            if homes.count < limit { return [] }
            limit = 2 * homes.count
            return Array(homes.values)
        }

        /// Drops the home of an actor that is gone.
        mutating func drop(_ domain: Domain) {
            guard let address = domain.address, homes[address]?.domain === domain else { return }
            homes[address] = nil
            limit = max(16, 2 * homes.count)
        }
    }

    private let table = Locked(Table())

    /// Returns the home of an actor; makes it if there is none. O(1) amortised.
    func home(of actor: any Actor) -> Home {
        let key = ObjectIdentifier(actor)
        let (home, others) = table.withLock { table in
            let former = table.homes[key]
            // Another actor may have had the same address.
            if let former, former.domain?.isHome(of: actor) == true { return (former, [Home]()) }
            let made = Home(of: actor)
            table.homes[key] = made
            return (made, [former].compactMap(\.self) + table.takeOthersIfMany())
        }
        if others.isEmpty { return home }
        // Not under the lock: asking whether an actor exists retains it, and may then release it last.
        let abandoned = others.compactMap(\.domain).filter(\.isAbandoned)
        table.withLock { table in abandoned.forEach { table.drop($0) } }
        abandoned.forEach { $0.checkOwnersSoon() }
        return home
    }
}
