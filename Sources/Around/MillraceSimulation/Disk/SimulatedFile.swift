import MillraceBase

/// A file of a simulated disk.
struct SimulatedFile: Sendable {
    static let sector = 16

    /// A change that is not on the medium.
    enum Piece: Sendable {
        case bytes([UInt8], at: Int)
        case size(Int)
    }

    var bytes: [UInt8] = []
    var medium: [UInt8] = []
    var pieces: [Piece] = []
    /// The number of the last write.
    var lastWrite = 0

    mutating func write(_ new: [UInt8], at offset: Int) {
        Self.write(new, at: offset, to: &bytes)
        var start = 0
        while start < new.count {
            let end = min(new.count, start + Self.sector - (offset + start) % Self.sector)
            pieces.append(.bytes(Array(new[start..<end]), at: offset + start))
            start = end
        }
    }

    mutating func truncate(to size: Int) {
        Self.truncate(&bytes, to: size)
        pieces.append(.size(size))
    }

    private static func write(_ new: [UInt8], at offset: Int, to bytes: inout [UInt8]) {
        if bytes.count < offset + new.count { truncate(&bytes, to: offset + new.count) }
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }

    private static func truncate(_ bytes: inout [UInt8], to size: Int) {
        if bytes.count > size {
            bytes.removeSubrange(size...)
        } else {
            bytes += [UInt8](repeating: 0, count: size - bytes.count)
        }
    }

    /// Puts on the medium what can be kept.
    mutating func settle(_ loss: PowerLoss, _ random: inout SplitMix64) {
        let kept = Int.random(in: 0...pieces.count, using: &random)
        for (index, piece) in pieces.enumerated() {
            let fate =
                switch loss {
                case .nothing: 0
                case .everything: 1
                case .end: index < kept ? 0 : index == kept ? Int.random(in: 0..<3, using: &random) : 1
                case .anything: Int.random(in: 0..<3, using: &random)
                }
            switch (piece, fate) {
            case (.bytes(let new, let offset), 0): Self.write(new, at: offset, to: &medium)
            case (.bytes(let new, let offset), 2):
                Self.write([UInt8](repeating: 0, count: new.count), at: offset, to: &medium)
            case (.size(let size), 0): Self.truncate(&medium, to: size)
            default: break
            }
        }
        pieces = []
    }
}
