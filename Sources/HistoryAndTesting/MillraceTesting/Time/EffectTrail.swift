import MillraceBase

/// What an effect has heard from the outside lately: a part of what distinguishes two moments in which it waits, since
/// its variables may hold it.
final class EffectTrail: Sendable {
    /// That of the running task.
    @TaskLocal static var current: EffectTrail?

    /// The digests of the last answers, so that an effect that asks for ever comes to equal moments.
    private let heard = Locked<(UInt64, UInt64, UInt64)>((0, 0, 0))

    /// Whether it may wait for ever, and so does not count where the app is at rest.
    private let mayWait = Locked(false)

    var isRestful: Bool { mayWait.withLock { $0 } }
    func setRestful() { mayWait.withLock { $0 = true } }

    func note(_ answer: UInt64) { heard.withLock { $0 = (answer, $0.0, $0.1) } }

    var digest: UInt64 { heard.withLock { mixed($0.0, mixed($0.1, $0.2)) } }
}

/// Returns a digest of two numbers, in this order.
@inline(__always)
package func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var mixed = (one &* 0x9E37_79B9_7F4A_7C15) ^ (other &+ 0x243F_6A88_85A3_08D3)  // as SplitMix64 does
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
}

/// Returns the digest of a text, the same in each process.
package func textDigest(of text: String) -> UInt64 { bytesDigest(of: text.utf8) }

/// Returns the digest of bytes, the same in each process.
@inlinable
package func bytesDigest(of bytes: some Sequence<UInt8>) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
    for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x0100_0000_01B3 }
    return digest
}
