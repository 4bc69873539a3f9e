/// Routes by the type of their actions: a hash table with open addressing.
///
/// A `Dictionary` would hash the type's address with SipHash, which takes longer than the rest of a dispatch. Routes
/// are only ever added, so a look-up is a few loads. O(1) on average, whatever the number of routes.
final class RouteTable {
    private struct Slot {
        let key: UInt
        let route: Unmanaged<Route>
    }

    /// A power of two of slots, at most half of them taken. The table owns a reference to each route.
    @exclusivity(unchecked) private var slots: UnsafeMutableBufferPointer<Slot?>
    private var count = 0
    private let isOfOneStore: Bool

    /// - Parameter isOfOneStore: Whether the handlers are those of one store.
    init(isOfOneStore: Bool) {
        self.isOfOneStore = isOfOneStore
        slots = RouteTable.makeSlots(isOfOneStore ? 4 : 16)
    }

    deinit {
        for slot in slots { slot?.route.release() }
        slots.deallocate()
    }

    /// The routes, in no particular order.
    var all: [Route] { slots.compactMap { $0?.route.takeUnretainedValue() } }

    /// The route of a type of actions, borrowed from the table.
    @inline(__always)
    func find(_ type: ObjectIdentifier) -> Unmanaged<Route>? {
        let key = UInt(bitPattern: type)
        var index = RouteTable.place(of: key, among: slots.count)
        while let slot = slots[index] {
            if slot.key == key { return slot.route }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The route of a type of actions, which is made where there is none.
    func route(for type: any Action.Type) -> Route {
        if let found = find(ObjectIdentifier(type)) { return found.takeUnretainedValue() }
        let made = Route(of: type, isOfOneStore: isOfOneStore)
        count += 1
        if count * 2 > slots.count { grow() }
        insert(Slot(key: UInt(bitPattern: ObjectIdentifier(type)), route: .passRetained(made)))
        return made
    }

    /// Adds a handler to the route of its type.
    func add(_ handler: Handler) { route(for: handler.actionType).add(handler, registeredAt: CallSite(#fileID, #line)) }

    private func insert(_ slot: Slot) {
        var index = RouteTable.place(of: slot.key, among: slots.count)
        while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private func grow() {
        let former = slots
        slots = RouteTable.makeSlots(former.count * 2)
        for case let slot? in former { insert(slot) }
        former.deallocate()
    }

    private static func makeSlots(_ count: Int) -> UnsafeMutableBufferPointer<Slot?> {
        let slots = UnsafeMutableBufferPointer<Slot?>.allocate(capacity: count)
        slots.initialize(repeating: nil)
        return slots
    }

    /// Where a key belongs among a power of two of slots: the upper bits of its product with 2⁶⁴ / φ, which spreads
    /// addresses that lie at equal distances (Knuth, The Art of Computer Programming 3, 6.4).
    private static func place(of key: UInt, among count: Int) -> Int {
        let product = UInt64(key) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product >> 32) & (count - 1)
    }
}
