/// The exact sum of floating-point numbers that are added and removed: nothing is lost by rounding, so removing a
/// number restores the previous sum, in any order.
///
/// A running `Double` does not do: it drifts, and once a huge number, an infinity or a NaN has passed through it, it is
/// wrong for good, whatever plain code computes from the rows that are left (law D3).
///
/// The sum is a fixed-point number with the range of all numbers together (U. W. Kulisch, "Computer arithmetic and
/// validity", 2008): adding a number touches three of its digits. It is rounded once, when it is read.
@usableFromInline
struct ExactSum {
    /// Digits of 32 bits, the least one first, in units of the least positive number. They may be negative, and have
    /// room for 2³¹ additions before they are carried.
    private var digits = [Int64](repeating: 0, count: 68)
    private var additions = 0
    private var positiveInfinities = 0
    private var negativeInfinities = 0
    private var notNumbers = 0

    @usableFromInline
    init() {}

    /// Adds a number. O(1).
    @usableFromInline
    mutating func add(_ number: Double) { add(number, 1) }

    /// Removes a number that was added. O(1).
    @usableFromInline
    mutating func remove(_ number: Double) { add(number, -1) }

    private mutating func add(_ number: Double, _ times: Int) {
        if number.isNaN {
            notNumbers += times
        } else if number.isInfinite {
            if number < 0 { negativeInfinities += times } else { positiveInfinities += times }
        } else {
            additions += 1
            if additions == 1 << 30 { carry() }
            // A number is its significand, shifted left by its place.
            let implicit: UInt64 = number.isNormal ? 1 << 52 : 0
            let place = Int(max(1, number.exponentBitPattern)) - 1
            var bits = UInt128(number.significandBitPattern | implicit) << UInt128(place % 32)
            var index = place / 32
            let sign: Int64 = (number < 0) == (times < 0) ? 1 : -1
            while bits != 0 {
                digits[index] += sign * Int64(bits & 0xFFFF_FFFF)
                bits >>= 32
                index += 1
            }
        }
    }

    /// Makes all digits but the last one positive, and less than 2³².
    private mutating func carry() {
        for index in digits.indices.dropLast() {
            digits[index + 1] += digits[index] >> 32
            digits[index] &= 0xFFFF_FFFF
        }
        additions = 0
    }

    /// The sum, rounded to the nearest. O(1).
    @usableFromInline var value: Double {
        if notNumbers > 0 || (positiveInfinities > 0 && negativeInfinities > 0) { return .nan }
        if positiveInfinities > 0 { return .infinity }
        if negativeInfinities > 0 { return -.infinity }
        var sum = self
        sum.carry()
        let isNegative = sum.digits[sum.digits.count - 1] < 0
        if isNegative {
            for index in sum.digits.indices { sum.digits[index].negate() }
            sum.carry()
        }
        guard let top = sum.digits.lastIndex(where: { $0 != 0 }) else { return 0 }
        // Three digits have more bits than a number; those below only decide on which side of the midpoint it lies.
        let first = max(0, top - 2)
        var bits = sum.digits[first...top].reversed().reduce(UInt128(0)) { $0 << 32 | UInt128($1) }
        if sum.digits[..<first].contains(where: { $0 != 0 }) { bits |= 1 }
        let value = Double(sign: .plus, exponent: first * 32 - 1074, significand: Double(bits))
        return isNegative ? -value : value
    }
}
