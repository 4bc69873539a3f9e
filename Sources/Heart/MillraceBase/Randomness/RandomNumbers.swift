/// A service that makes random numbers: those of the system in the app, and those of a seeded generator in tests.
///
/// ```swift
/// struct DiceServices { var random = RandomNumbers.system }
///
/// return .run {
///     var random = services.random
///     return Rolled(eyes: Int.random(in: 1...6, using: &random))
/// }
/// ```
///
/// Copies share one sequence, so each effect gets other numbers. Do not draw in a handler, which would produce another
/// state when it is replayed (law F7). Draw in an effect, or keep a generator that is a value in the state. It may be
/// used on any thread.
public struct RandomNumbers: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Creates a service that uses a generator.
    package init(_ generator: some RandomNumberGenerator & Sendable) {
        let generator = Locked(generator)
        draw = { generator.withLock { $0.next() } }
    }

    /// Returns the next number, uniformly distributed over all values of `UInt64`.
    public func next() -> UInt64 { draw() }

    /// Returns a service that makes the same numbers for the same seed, on every machine. Do not use it for secrets.
    public static func seeded(_ seed: UInt64) -> RandomNumbers { RandomNumbers(SplitMix64(seed: seed)) }

    /// A service that uses the system's generator.
    public static let system = RandomNumbers(SystemRandomNumberGenerator())
}
