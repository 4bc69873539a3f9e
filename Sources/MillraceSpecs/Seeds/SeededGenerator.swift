/// A random generator that gives the same numbers for the same seed, on every machine: for tests of properties.
///
///     var random = SeededGenerator(Seed.current)
///     let values = (0..<100).map { _ in Int.random(in: 0..<10, using: &random) }
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). Not
/// for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates the generator for a seed.
    ///
    /// - Parameter seed: Any number.
    public init(seed: UInt64) {
        state = seed
    }

    /// Creates the generator for a seed.
    ///
    /// - Parameter seed: Usually ``Seed/current``.
    public init(_ seed: Seed) {
        self.init(seed: seed.value)
    }

    /// Returns the next number, evenly distributed over all of `UInt64`. O(1).
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
