/// Finds the best share of the window in a cache: it tries another one, and goes on in that direction while more
/// look-ups are answered (Einziger, Eytan, Friedman and Manes, "Adaptive Software Cache Management", 2018).
///
/// What is used in bursts wants a large window, what is used again and again a small one.
struct WindowClimber {
    private static let shares = 0.01...0.9
    private static let firstStep = 0.1
    /// Steps become smaller, until the hit rate changes by so much that the program does something else now.
    private static let decay = 0.95
    private static let change = 0.05

    private(set) var share: Double
    private var step = firstStep
    private var hits = 0
    private var misses = 0
    private var formerRate = 0.0

    init(share: Double) { self.share = share }

    /// Notes a use that was a hit, or one that was not, in a cache of so many entries.
    mutating func note(isHit: Bool, entries: Int) {
        if isHit { hits += 1 } else { misses += 1 }
        if hits + misses >= max(10 * entries, 500) { climb() }
    }

    private mutating func climb() {
        let rate = Double(hits) / Double(hits + misses)
        let difference = rate - formerRate
        (hits, misses, formerRate) = (0, 0, rate)
        let isUp = difference >= 0 ? step >= 0 : step < 0
        let size = abs(difference) >= Self.change ? Self.firstStep : abs(step) * Self.decay
        step = isUp ? size : -size
        share = min(max(share + step, Self.shares.lowerBound), Self.shares.upperBound)
    }
}
