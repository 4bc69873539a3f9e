/// How labels are chosen: ascending numbers with room between them, so that an element can be put between two others
/// without touching any third.
///
/// Where there is no room left, the labels of the smallest neighbourhood that is not crowded are spread (M. A. Bender
/// and others, "Two simplified algorithms for maintaining order in a list", 2002): O(log n) labels an insertion on
/// average, if all go to the same place, and hardly ever one otherwise.
@usableFromInline
package struct Spacing: Sendable {
    /// The distance of neighbours, where there is room.
    @usableFromInline let gap: UInt64

    /// Labels are less than two to the power of this.
    @usableFromInline let bits: Int

    /// What a table of the user's has: room for two thousand million elements at its end, and for thirty at one place
    /// before labels are spread.
    @inlinable package static var standard: Spacing { Spacing(gap: 1 << 32, bits: 63) }

    @inlinable
    package init(gap: UInt64, bits: Int) {
        self.gap = gap
        self.bits = bits
    }

    /// A label between two others; nil where there is none.
    @inlinable
    func label(after lower: UInt64?, before upper: UInt64?) -> UInt64? {
        guard let lower else {
            guard let upper else { return 1 << (UInt64(bits) - 1) }
            return upper == 0 ? nil : upper - min(gap, (upper + 1) / 2)
        }
        let room = (upper ?? 1 << UInt64(bits)) - lower
        if room < 2 { return nil }
        // At the end there is much room, which is not to be halved each time.
        return lower + (upper == nil ? min(gap, room / 2) : room / 2)
    }

    /// The labels of a list of this length, at equal distances.
    @inlinable
    func labels(count: Int) -> (first: UInt64, step: UInt64) {
        let step = max(1, min(gap, (1 << UInt64(bits)) / UInt64(count + 1)))
        let first = (1 << (UInt64(bits) - 1)) - step * UInt64(count / 2)
        return (first, step)
    }

    /// Whether a neighbourhood of two to the power of `exponent` labels takes in `count` elements at such distances that
    /// there is room between any two; and that it will not be crowded soon, unless there is no larger one.
    @inlinable
    func isRoomy(exponent: Int, count: Int) -> Bool {
        guard UInt64(count) + 1 <= 1 << (UInt64(exponent) - 1) else { return false }
        if exponent == bits { return true }
        var most = 1.0
        for _ in 0..<exponent { most *= 1.4 }
        return Double(count) <= most
    }
}
