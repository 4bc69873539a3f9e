/// What tells whether a file still holds the bytes that were read from it: how many they are, and a hash of them
/// (FNV-1a). It is no protection from somebody who wants two files to have the same.
struct FileFingerprint: Equatable, Sendable {
    private let hash: UInt64
    private let count: Int

    /// The fingerprint of all of `bytes`. Cost: O(bytes).
    init(_ bytes: some Collection<UInt8>) {
        hash = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        count = bytes.count
    }
}
