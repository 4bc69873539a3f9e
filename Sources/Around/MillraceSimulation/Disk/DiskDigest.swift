/// A number that stands for others, the same in each process.
///
/// Each word is mixed in as SplitMix64 does (G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number
/// generators, OOPSLA 2014). It finds differences that come about by themselves, not those that somebody tries to hide.
struct DiskDigest {
    private(set) var value: UInt64 = 0

    mutating func add(_ word: UInt64) {
        var mixed = (value ^ word) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        value = mixed ^ (mixed >> 31)
    }

    mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    mutating func add(_ bytes: [UInt8]) {
        add(bytes.count)
        bytes.withUnsafeBytes { bytes in
            let end = bytes.count & ~7
            for offset in stride(from: 0, to: end, by: 8) {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            }
            if end < bytes.count { add(bytes[end...].reversed().reduce(0) { $0 << 8 | UInt64($1) }) }
        }
    }
}

extension DiskState {
    var digest: UInt64 {
        var digest = DiskDigest()
        add(names, to: &digest)
        if nameChanges.isEmpty { return digest.value }
        add(mediumNames, to: &digest)
        for change in nameChanges {
            for (name, file) in change {
                digest.add(Array(FileTitle(name).path.utf8))
                digest.add(file.flatMap { files[$0]?.digest } ?? 0)
            }
        }
        return digest.value
    }

    /// Adds files with their names; a draft's name is another one each time.
    private func add(_ names: [String: Int], to digest: inout DiskDigest) {
        let found = names.map { (FileTitle($0.key).path, files[$0.value]?.digest ?? 0) }
        digest.add(found.count)
        for (name, contents) in found.sorted(by: { $0 < $1 }) {
            digest.add(Array(name.utf8))
            digest.add(contents)
        }
    }
}

extension SimulatedFile {
    fileprivate var digest: UInt64 {
        var digest = DiskDigest()
        digest.add(bytes)
        if pieces.isEmpty, bytes == medium { return digest.value }
        digest.add(medium)
        for piece in pieces {
            switch piece {
            case .bytes(let bytes, let offset):
                digest.add(offset)
                digest.add(bytes)
            case .size(let size): digest.add(~size)
            }
        }
        return digest.value
    }
}
