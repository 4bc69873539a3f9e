/// A list of references with manual counts, because an array of objects would count them again at each step.
///
/// Usually there is one, which needs no array.
struct References {
    private var first: Unmanaged<AnyObject>?
    private var further: [Unmanaged<AnyObject>] = []

    @inline(__always) var isEmpty: Bool { first == nil }

    /// Takes over one reference.
    @inline(__always)
    mutating func append(_ object: Unmanaged<AnyObject>) {
        if first == nil { first = object } else { further.append(object) }
    }

    /// Takes over all references of another list.
    mutating func takeAll(of others: inout References) {
        others.forEach { append($0) }
        others.first = nil
        others.further.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    func forEach(_ body: (Unmanaged<AnyObject>) -> Void) {
        guard let first else { return }
        body(first)
        // By index, since a loop over the array would retain it, which requires counting.
        for index in further.indices { body(further[index]) }
    }

    /// Removes the only reference, which passes to the caller.
    @inline(__always)
    mutating func removeOnly() { first = nil }

    /// Releases all references, and keeps the memory of the list.
    mutating func releaseAll() {
        guard let object = exchange(&first, with: nil) else { return }
        while let object = further.popLast() { object.release() }
        object.release()
    }
}
