import MillraceBase

/// The handlers by the type of their actions: a hash table with open addressing.
///
/// A `Dictionary` would hash the type's address with SipHash, which takes longer than the rest of a dispatch. Lists
/// are only ever added, so a look-up is a few loads. O(1) on average, whatever the number of types.
final class HandlerRegistry {
    private struct Slot {
        let key: UInt
        let list: Unmanaged<HandlerList>
    }

    /// A power of two of slots, at most half of them taken. The table owns a reference to each list.
    @exclusivity(unchecked) private var slots: UnsafeMutableBufferPointer<Slot?>

    /// How many types have handlers, or had some. It only grows.
    private(set) var count = 0
    private let isOfOneStore: Bool

    /// - Parameter isOfOneStore: Whether the handlers are those of one store.
    init(isOfOneStore: Bool) {
        self.isOfOneStore = isOfOneStore
        slots = HandlerRegistry.makeSlots(isOfOneStore ? 4 : 16)
    }

    deinit {
        for slot in slots { slot?.list.release() }
        slots.deallocate()
    }

    /// The lists, in no particular order.
    var all: [HandlerList] { slots.compactMap { $0?.list.takeUnretainedValue() } }

    /// The handlers of a type of actions, borrowed from the table.
    @inline(__always)
    func find(_ type: ObjectIdentifier) -> Unmanaged<HandlerList>? {
        let key = UInt(bitPattern: type)
        var index = HandlerRegistry.place(of: key, among: slots.count)
        while let slot = slots[index] {
            if slot.key == key { return slot.list }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The handlers of a type of actions: an empty list where there are none yet.
    func list(for type: any Action.Type) -> HandlerList {
        if let found = find(ObjectIdentifier(type)) { return found.takeUnretainedValue() }
        let made = HandlerList(of: type, isOfOneStore: isOfOneStore)
        count += 1
        if count * 2 > slots.count { grow() }
        insert(Slot(key: UInt(bitPattern: ObjectIdentifier(type)), list: .passRetained(made)))
        return made
    }

    /// Adds a handler to those of its type.
    func add(_ handler: Handler) { list(for: handler.actionType).add(handler, registeredAt: CallSite(#fileID, #line)) }

    private func insert(_ slot: Slot) {
        var index = HandlerRegistry.place(of: slot.key, among: slots.count)
        while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private func grow() {
        let former = slots
        slots = HandlerRegistry.makeSlots(former.count * 2)
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
