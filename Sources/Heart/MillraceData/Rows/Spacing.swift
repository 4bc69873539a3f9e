/// The choice of labels: ascending numbers with gaps between them, so that an element can be inserted between two
/// others without changing any third.
///
/// If there is no gap left, the labels of the smallest neighbourhood that is not crowded are spread (M. A. Bender and
/// others, "Two simplified algorithms for maintaining order in a list", 2002): amortised O(log n) labels per insertion
/// if all insertions go to the same place, and hardly any otherwise.
@usableFromInline
package struct Spacing: Sendable {
    /// The distance between neighbours, where there is room.
    @usableFromInline let gap: UInt64

    /// The number of bits of a label: labels are less than two to the power of this.
    @usableFromInline let bits: Int

    /// The spacing that tables use: room for two thousand million elements at the end, and for thirty at one place
    /// before labels are spread.
    @export(implementation) package static var standard: Spacing { Spacing(gap: 1 << 32, bits: 63) }

    @export(implementation)
    package init(gap: UInt64, bits: Int) {
        self.gap = gap
        self.bits = bits
    }

    /// A label between two others; nil if there is none, as where the upper one is lower.
    @export(implementation)
    func label(after lower: UInt64?, before upper: UInt64?) -> UInt64? {
        guard let lower else {
            guard let upper else { return 1 << (UInt64(bits) - 1) }
            return upper == 0 ? nil : upper - min(gap, (upper + 1) / 2)
        }
        let end = upper ?? 1 << UInt64(bits)
        guard end > lower + 1 else { return nil }
        let room = end - lower
        // There is much room at the end, which must not be halved with each insertion.
        return lower + (upper == nil ? min(gap, room / 2) : room / 2)
    }

    /// The labels of a list of this length, at equal distances.
    @export(implementation)
    func labels(count: Int) -> (first: UInt64, step: UInt64) {
        let step = max(1, min(gap, (1 << UInt64(bits)) / UInt64(count + 1)))
        let first = (1 << (UInt64(bits) - 1)) - step * UInt64(count / 2)
        return (first, step)
    }

    /// Whether a neighbourhood of two to the power of `exponent` labels can hold `count` elements with gaps between
    /// them, and stays uncrowded for a while, unless there is no larger one.
    @export(implementation)
    func isRoomy(exponent: Int, count: Int) -> Bool {
        guard UInt64(count) + 1 <= 1 << (UInt64(exponent) - 1) else { return false }
        if exponent == bits { return true }
        var most = 1.0
        for _ in 0..<exponent { most *= 1.4 }
        return Double(count) <= most
    }
}
