import Foundation

/// What a row is to reach. It is printed with whether it is met; nothing fails where it is not.
struct Aim {
    let text: String

    /// The one size that it is meant for. Nil where the row has none.
    let size: Int?

    /// What is compared with the limit. Nil where it cannot be measured here.
    private let figure: (Row) -> Double?
    private let limit: Double

    private init(_ text: String, at size: Int?, limit: Double, _ figure: @escaping (Row) -> Double?) {
        self.text = text
        self.size = size
        self.limit = limit
        self.figure = figure
    }

    func isMet(by row: Row) -> Bool? { figure(row).map { $0 <= limit } }

    static func ratio(_ limit: Double, at size: Int? = nil) -> Aim {
        Aim("≤ \(limit.short) × raw", at: size, limit: limit) { $0.ratio }
    }

    static func nanoseconds(_ limit: Double, at size: Int? = nil) -> Aim {
        Aim("≤ \(limit.short) ns", at: size, limit: limit) { $0.ours }
    }

    /// How much more it takes than the raw lane.
    static func added(nanoseconds limit: Double, at size: Int? = nil) -> Aim {
        Aim("≤ raw + \(limit.short) ns", at: size, limit: limit) { row in
            row.ours.flatMap { ours in row.raw.map { ours - $0 } }
        }
    }

    /// How much more it takes than the smallest size.
    static func growth(_ limit: Double, at size: Int) -> Aim {
        Aim("≤ \(limit.short) × the smallest", at: size, limit: limit) { $0.growth }
    }

    static func allocations(_ limit: Double, at size: Int? = nil) -> Aim {
        let text = limit == 0 ? "no allocation" : "≤ \(limit.short) allocations"
        // Half a block is what others of the process's threads allocate meanwhile.
        return Aim(text, at: size, limit: limit + 0.5) { $0.allocations }
    }

    /// What is allocated once, and stays, is not counted as a part of one.
    static func holds(blocks: Double, bytes: Double) -> [Aim] {
        [
            Aim("≤ \(blocks.short) blocks", at: nil, limit: blocks + 0.05) { $0.blocks },
            Aim("≤ \(bytes.short) bytes", at: nil, limit: bytes + 0.5) { $0.bytes },
        ]
    }

    static func bytes(_ limit: Double, at size: Int? = nil) -> Aim {
        Aim("≤ \(limit.short) bytes", at: size, limit: limit + 0.5) { $0.bytes }
    }

    static func oneDelivery(_ text: String = "one delivery", at size: Int? = nil) -> Aim {
        Aim(text, at: size, limit: 0) { row in row.deliveries.map { abs(Double($0 - 1)) } }
    }
}

extension Double {
    /// The number without a fraction of zero.
    var short: String { self == rounded() ? String(format: "%.0f", self) : String(format: "%g", self) }
}
