/// A list that is gone through from the beginning, while elements are put in and taken out where the reading stands.
///
/// As long as everything is found in its place nothing moves. Then the rest, which is still to be looked at, stands
/// apart at the end of the block, and an element that is found or new is added to the part in front.
@usableFromInline
struct GapBuffer<Element> {
    @usableFromInline private(set) var base: UnsafeMutablePointer<Element>?
    @usableFromInline private(set) var capacity = 0

    /// The number of elements in front.
    @usableFromInline private(set) var count = 0

    /// The index of the first of the others; the capacity if there are none.
    @usableFromInline private(set) var rest = 0

    subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress { UnsafePointer(base.unsafelyUnwrapped + index) }
        @inline(__always) nonmutating unsafeMutableAddress { base.unsafelyUnwrapped + index }
    }

    /// Calls a closure with all elements, those that stand apart last.
    func forEach(_ body: (inout Element) -> Void) {
        guard let base else { return }
        for index in 0..<count { body(&base[index]) }
        for index in rest..<capacity { body(&base[index]) }
    }

    /// Sets all from an index on apart.
    mutating func setApart(from index: Int) {
        let moved = count - index
        rest = capacity - moved
        count = index
        if moved > 0, let base { (base + rest).moveInitialize(from: base + index, count: moved) }
    }

    /// Moves one of those that stand apart to the end of the part in front.
    mutating func take(_ offset: Int) {
        guard let base else { return }
        let found = (base + rest + offset).move()
        if offset > 0 { (base + rest + 1).moveInitialize(from: base + rest, count: offset) }
        (base + count).initialize(to: found)
        count += 1
        rest += 1
    }

    /// Adds an element to the part in front.
    mutating func append(_ element: Element) {
        if count == rest { grow() }
        (base.unsafelyUnwrapped + count).initialize(to: element)
        count += 1
    }

    /// Removes and returns the first of those that stand apart.
    mutating func removeFirstOfRest() -> Element? {
        guard rest != capacity, let base else { return nil }
        rest += 1
        return (base + (rest - 1)).move()
    }

    private mutating func grow() {
        let (apart, former) = (capacity - rest, base)
        let enlarged = max(2, capacity * 2)
        let block = makeBlock(of: Element.self, count: enlarged)
        if let former {
            block.moveInitialize(from: former, count: count)
            (block + (enlarged - apart)).moveInitialize(from: former + rest, count: apart)
            freeBlock(former)
        }
        (base, capacity, rest) = (block, enlarged, enlarged - apart)
    }

    /// Destroys the elements, and returns the block.
    mutating func deallocate() {
        guard let block = base else { return }
        block.deinitialize(count: count)
        (block + rest).deinitialize(count: capacity - rest)
        freeBlock(block)
        (base, capacity, count, rest) = (nil, 0, 0, 0)
    }
}
