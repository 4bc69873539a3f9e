/// What tells whether a file still holds the bytes that were read from it: how many they are, and a hash of them
/// (FNV-1a). It is no protection from somebody who wants two files to have the same.
struct FileFingerprint: Equatable, Sendable {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private var count = 0

    /// The fingerprint of all of `bytes`. Cost: O(bytes).
    init(_ bytes: some Sequence<UInt8> = []) { add(bytes) }

    /// Adds the next bytes, in pieces of any size.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            count += 1
        }
    }
}
