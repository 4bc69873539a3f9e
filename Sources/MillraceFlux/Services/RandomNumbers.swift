import MillraceSignals

/// Randomness, as a service that a feature is handed: the system's in the app, a seeded generator's in tests.
///
/// ```swift
/// struct DiceServices { var random = RandomNumbers.system }
///
/// return .run { Rolled(eyes: Int.random(in: 1...6, using: &random)) }
/// ```
///
/// Copies share one sequence, so that each effect gets numbers of its own. A handler that draws gives other states when
/// it is replayed (law F7): draw in an effect, or keep a generator that is a value in the state. Any thread may draw.
public struct RandomNumbers: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// Makes a service of a generator.
    public init(_ generator: some RandomNumberGenerator & Sendable) {
        let generator = Locked(generator)
        draw = { generator.withLock { $0.next() } }
    }

    /// The next number, evenly distributed over all of `UInt64`.
    public func next() -> UInt64 { draw() }

    /// The same numbers for the same seed, on every machine. Not for secrets.
    public static func seeded(_ seed: UInt64) -> RandomNumbers { RandomNumbers(SplitMix64(seed: seed)) }

    /// The system's generator.
    public static let system = RandomNumbers(SystemRandomNumberGenerator())
}
