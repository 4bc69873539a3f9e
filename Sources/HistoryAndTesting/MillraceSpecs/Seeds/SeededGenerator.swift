import MillraceBase
import MillraceSignals

/// A random generator that gives the same numbers for the same seed, on every machine: for tests of properties.
///
///     var random = SeededGenerator(Seed.current)
///     let values = (0..<100).map { _ in Int.random(in: 0..<10, using: &random) }
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). Not
/// for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    /// Creates the generator for a seed.
    ///
    /// - Parameter seed: Any number.
    public init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Creates the generator for a seed.
    ///
    /// - Parameter seed: Usually ``Seed/current``.
    public init(_ seed: Seed) {
        self.init(seed: seed.value)
    }

    /// Returns the next number, evenly distributed over all of `UInt64`. O(1).
    public mutating func next() -> UInt64 { generator.next() }
}
