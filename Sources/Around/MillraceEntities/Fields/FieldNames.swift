/// The names of the fields that were seen of one kind, in the order in which they were first seen: a record refers to
/// them by number.
struct FieldNames: Hashable, Sendable {
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of a name; nil if it was never seen.
    func number(of name: String) -> Int? { numbers[name] }

    /// The number of a name, which is a new one if it was never seen.
    ///
    /// - Parameter hint: The number that it is likely to have: answers tell fields in the same order.
    mutating func add(_ name: String, likely hint: Int = .max) -> Int {
        if hint < names.count, names[hint] == name { return hint }
        if let number = numbers[name] { return number }
        let number = names.count
        names.append(name)
        numbers[name] = number
        return number
    }

    subscript(number: Int) -> String { names[number] }

    static func == (left: FieldNames, right: FieldNames) -> Bool { left.names == right.names }

    func hash(into hasher: inout Hasher) { hasher.combine(names) }
}

/// A set of field numbers: one bit each, the first 64 of them without an allocation.
struct FieldSet: Hashable, Sendable {
    private var low: UInt64 = 0

    /// Never ends with a zero, so that equal sets are equal.
    private var high: [UInt64] = []

    init() {}

    func contains(_ number: Int) -> Bool {
        if number < 64 { return low >> UInt64(number) & 1 == 1 }
        let word = number / 64 - 1
        return word < high.count && high[word] >> UInt64(number % 64) & 1 == 1
    }

    /// How many of the set are smaller than a number.
    func rank(of number: Int) -> Int {
        if number < 64 { return (low & (1 << UInt64(number) - 1)).nonzeroBitCount }
        let word = number / 64 - 1
        var rank = low.nonzeroBitCount
        for index in 0..<min(word, high.count) { rank += high[index].nonzeroBitCount }
        if word < high.count { rank += (high[word] & (1 << UInt64(number % 64) - 1)).nonzeroBitCount }
        return rank
    }

    mutating func insert(_ number: Int) {
        if number < 64 {
            low |= 1 << UInt64(number)
            return
        }
        let word = number / 64 - 1
        while high.count <= word { high.append(0) }
        high[word] |= 1 << UInt64(number % 64)
    }

    /// The numbers, ascending.
    var numbers: [Int] {
        var numbers: [Int] = []
        for (index, var word) in ([low] + high).enumerated() {
            while word != 0 {
                numbers.append(index * 64 + word.trailingZeroBitCount)
                word &= word - 1
            }
        }
        return numbers
    }
}
