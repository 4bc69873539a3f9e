/// How often keys were used of late, estimated in 8 bytes for each entry, whether it is in the cache or not.
///
/// A count-min sketch (Cormode and Muthukrishnan, 2005) of counters with four bits. Each use raises four of them; the
/// least of the four is the estimate, which is never too low but for the ageing: after ten uses for each entry all
/// counters are halved, so what was popular once is forgotten (Einziger, Friedman and Manes, "TinyLFU", 2017).
struct FrequencySketch {
    /// The largest estimate.
    static let most = 15

    /// Sixteen counters in each word. The number of words is a power of two.
    private var words: [UInt64]
    private var uses = 0

    /// Creates a sketch in which nothing was used.
    ///
    /// - Parameter capacity: The number of entries that it is for.
    init(capacity: Int) {
        words = Array(repeating: 0, count: Self.wordCount(for: capacity))
    }

    private static func wordCount(for capacity: Int) -> Int {
        let wanted = min(max(capacity, 8), 1 << 24)
        return 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    }

    /// Makes room for more entries. What was counted stays: each half of the larger table is the former one.
    mutating func reserve(_ capacity: Int) {
        while words.count < Self.wordCount(for: capacity) { words += words }
    }

    /// Estimates how often the key with a hash was used, from 0 to ``most``.
    func frequency(of hash: UInt64) -> Int {
        var least = Self.most
        for row in 0..<4 {
            let (word, shift) = place(of: hash, row: row)
            least = min(least, Int((words[word] >> shift) & 15))
        }
        return least
    }

    /// Counts one use of the key with a hash.
    mutating func count(_ hash: UInt64) {
        var isCounted = false
        for row in 0..<4 {
            let (word, shift) = place(of: hash, row: row)
            if (words[word] >> shift) & 15 == 15 { continue }
            words[word] += 1 << shift
            isCounted = true
        }
        if !isCounted { return }
        uses += 1
        if uses >= 10 * words.count { age() }
    }

    private mutating func age() {
        for index in words.indices { words[index] = (words[index] >> 1) & 0x7777_7777_7777_7777 }
        uses /= 2
    }

    /// The word, and the place of the counter within it, that a hash has in one of the four rows.
    private func place(of hash: UInt64, row: Int) -> (word: Int, shift: UInt64) {
        var mixed = (hash &+ UInt64(row) &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= mixed >> 32
        mixed &*= 0x94D0_49BB_1331_11EB
        // A row has four of a word's sixteen counters to itself.
        let counter = UInt64(row) * 4 + (mixed >> 62)
        return (Int(truncatingIfNeeded: mixed >> 20) & (words.count - 1), counter * 4)
    }
}
