import Foundation
import MillraceBase
import MillraceSignals

/// The number that determines the random values of a property test.
public struct Seed: Sendable, Equatable, CustomStringConvertible {
    /// The number itself.
    public let value: UInt64

    /// Creates a seed from a number.
    package init(_ value: UInt64) {
        self.value = value
    }

    /// The number, in decimal.
    public var description: String { "\(value)" }

    /// The seed of this process: that of `MILLRACE_SEED` in the environment (decimal, or hexadecimal after `0x`),
    /// otherwise a new one. Printed at its first use, so that a failure can be repeated. It also determines the random
    /// order.
    public static let current: Seed = {
        let text = ProcessInfo.processInfo.environment["MILLRACE_SEED"] ?? ""
        guard let seed = text.isEmpty ? Seed(.random(in: .min ... .max)) : Seed(parsing: text) else {
            stop("Seed.current: MILLRACE_SEED is '\(text)'. To fix: set it to a number, or not at all.")
        }
        print(
            "Seed \(seed). To have the same values, and the same random order, again: MILLRACE_SEED=\(seed) swift test"
        )
        return seed
    }()

    private init?(parsing text: String) {
        let isHexadecimal = text.lowercased().hasPrefix("0x")
        guard let value = UInt64(isHexadecimal ? text.dropFirst(2) : text[...], radix: isHexadecimal ? 16 : 10) else {
            return nil
        }
        self.init(value)
    }
}
