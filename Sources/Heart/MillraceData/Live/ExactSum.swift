/// The exact sum of floating-point numbers that are added and removed: nothing is lost by rounding, so removing a
/// number restores the previous sum, in any order.
///
/// The sum is a fixed-point number with the range of all numbers together (U. W. Kulisch, "Computer arithmetic and
/// validity", 2008): 34 words, of which adding a number touches two or three. It is rounded once, when it is read.
@usableFromInline
struct ExactSum {
    private var words = [UInt64](repeating: 0, count: 34)
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
        } else if number != 0 {
            // A number is its significand, shifted left by its place, in units of the least positive number.
            let exponent = max(1, number.exponentBitPattern)
            let implicit: UInt64 = number.exponentBitPattern == 0 ? 0 : 1 << 52
            let place = Int(exponent) - 1
            let significand = number.significandBitPattern | implicit
            let (low, high) = (significand << UInt64(place % 64), (significand >> 1) >> UInt64(63 - place % 64))
            if (number < 0) == (times < 0) { increase(low, high, place / 64) } else { decrease(low, high, place / 64) }
        }
    }

    private mutating func increase(_ low: UInt64, _ high: UInt64, _ word: Int) {
        var carry: Bool
        (words[word], carry) = words[word].addingReportingOverflow(low)
        var index = word + 1
        var addend = high
        while index < words.count, addend != 0 || carry {
            let (first, overflow) = words[index].addingReportingOverflow(addend)
            let (second, further) = first.addingReportingOverflow(carry ? 1 : 0)
            words[index] = second
            carry = overflow || further
            addend = 0
            index += 1
        }
    }

    private mutating func decrease(_ low: UInt64, _ high: UInt64, _ word: Int) {
        var borrow: Bool
        (words[word], borrow) = words[word].subtractingReportingOverflow(low)
        var index = word + 1
        var subtrahend = high
        while index < words.count, subtrahend != 0 || borrow {
            let (first, overflow) = words[index].subtractingReportingOverflow(subtrahend)
            let (second, further) = first.subtractingReportingOverflow(borrow ? 1 : 0)
            words[index] = second
            borrow = overflow || further
            subtrahend = 0
            index += 1
        }
    }

    /// The sum, rounded to the nearest. O(1).
    @usableFromInline var value: Double {
        if notNumbers > 0 || (positiveInfinities > 0 && negativeInfinities > 0) { return .nan }
        if positiveInfinities > 0 { return .infinity }
        if negativeInfinities > 0 { return -.infinity }
        let isNegative = words[words.count - 1] >> 63 == 1
        var magnitude = self
        if isNegative { magnitude.negate() }
        let words = magnitude.words
        guard let top = words.lastIndex(where: { $0 != 0 }) else { return 0 }
        let shift = UInt64(words[top].leadingZeroBitCount)
        let below = top > 0 ? words[top - 1] : 0
        var bits = (words[top] << shift) | ((below >> 1) >> (63 - shift))
        let isInexact = (below << shift) != 0 || words[..<max(0, top - 1)].contains { $0 != 0 }
        // Bits below the last significant one: they only decide on which side of the midpoint the sum lies.
        if isInexact { bits |= 1 }
        let exponent = top * 64 - Int(shift) - 1074
        let value = Double(sign: .plus, exponent: exponent, significand: Double(bits))
        return isNegative ? -value : value
    }

    private mutating func negate() {
        var carry = true
        for index in words.indices {
            let (sum, overflow) = (~words[index]).addingReportingOverflow(carry ? 1 : 0)
            words[index] = sum
            carry = overflow
        }
    }
}
