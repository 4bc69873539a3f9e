/// A heap as a program leaves it that has run for a while: what is allocated next lies scattered in the gaps.
///
/// A hundred thousand blocks of many sizes, of which half are given back in random order. The others stay for as long
/// as this lives.
final class UsedHeap {
    private var blocks: [UnsafeMutableRawPointer] = []

    init() {
        var random = Random(state: 12)
        let count = 200_000
        blocks.reserveCapacity(count)
        for _ in 0..<count {
            let size = 16 + 16 * Int.random(in: 0..<24, using: &random)
            let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            block.storeBytes(of: 0, as: Int.self)
            blocks.append(block)
        }
        blocks.shuffle(using: &random)
        for _ in 0..<count / 2 { blocks.removeLast().deallocate() }
    }

    deinit {
        for block in blocks { block.deallocate() }
    }
}

/// The same numbers in every run: SplitMix64.
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
