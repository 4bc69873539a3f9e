/// The handlers of a route in the order in which they are called.
///
/// One that leaves does so in O(1), amortised, however many others there are: its place stays empty until half of the
/// places are. So a place may have no handler, but the last one left is always alone.
struct HandlerList {
    /// The handlers, and empty places.
    private(set) var places: [Handler?] = []
    private var emptyCount = 0

    /// Whether it is the list of a store's own route. A handler is in two lists, and knows its place only in the other
    /// one, that of the route of its type: from a store's own list no single handler is removed.
    private let isOfOneStore: Bool

    /// Whether no handler is left.
    var isEmpty: Bool { places.isEmpty }

    /// The handlers, in order. O(n).
    var handlers: [Handler] { places.compactMap(\.self) }

    /// The handler at a place, borrowed from the list: it is not counted.
    @inline(__always)
    func borrowed(at place: Int) -> Unmanaged<Handler>? { places[place].map { .passUnretained($0) } }

    init(_ handlers: [Handler] = [], isOfOneStore: Bool) {
        self.isOfOneStore = isOfOneStore
        places.reserveCapacity(handlers.count)
        for handler in handlers { append(handler) }
    }

    mutating func append(_ handler: Handler) {
        if !isOfOneStore { handler.place = UInt32(places.count) }
        places.append(handler)
    }

    /// Removes a handler, unless that was done before. The caller keeps it until all lists are in order.
    mutating func remove(_ handler: Handler) {
        let place = Int(handler.place)
        guard place < places.count, places[place] === handler else { return }
        places[place] = nil
        emptyCount += 1
        if emptyCount * 2 >= places.count { closeUp() }
    }

    private mutating func closeUp() {
        var filled = 0
        for index in places.indices {
            guard let handler = places[index] else { continue }
            handler.place = UInt32(filled)
            if filled != index { places.swapAt(filled, index) }
            filled += 1
        }
        places.removeLast(places.count - filled)
        emptyCount = 0
    }
}
