import Foundation
import MillraceBase
import MillraceSignals

/// The number that determines the random values of a property test.
public struct Seed: Sendable, Equatable, CustomStringConvertible {
    /// The number itself.
    public let value: UInt64

    /// Creates a seed from a number.
    public init(_ value: UInt64) {
        self.value = value
    }

    /// The number, in decimal.
    public var description: String { "\(value)" }

    /// The seed of this process: that of `MILLRACE_SEED` in the environment, otherwise a new one.
    /// Printed at its first use, so that a failure can be repeated. It also determines the random order.
    public static let current: Seed = {
        let text = ProcessInfo.processInfo.environment["MILLRACE_SEED"] ?? ""
        guard let value = text.isEmpty ? .random(in: .min ... .max) : UInt64(text) else {
            stop("Seed.current: MILLRACE_SEED is '\(text)'. To fix: set it to a number, or not at all.")
        }
        let seed = Seed(value)
        print(
            "Seed \(seed). To have the same values, and the same random order, again: MILLRACE_SEED=\(seed) swift test"
        )
        return seed
    }()
}
