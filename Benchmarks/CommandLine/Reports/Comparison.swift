import Foundation

/// What has got slower or larger since a former run, and what quicker or smaller.
struct Comparison {
    private var worse: [String] = []
    private var better: [String] = []
    private var same = 0
    private var strangers: [String] = []

    init(from former: [Row], to present: [Row]) {
        let known = Dictionary(former.map { ($0.key, $0) }) { first, _ in first }
        for row in present {
            if let before = known[row.key] { compare(before, row) } else { strangers.append(row.key) }
        }
    }

    var text: String {
        var lines =
            worse.isEmpty ? ["Nothing has got slower or larger beyond the noise."] : ["Slower or larger:"] + worse
        if !better.isEmpty { lines += ["Quicker or smaller:"] + better }
        lines.append("\(same) rows are the same within the noise.")
        if !strangers.isEmpty { lines.append("Not in the former run: \(strangers.joined(separator: "; ")).") }
        return lines.joined(separator: "\n")
    }

    /// Ratios to the raw lane are compared, not times: the machine may be another one today, or busy.
    private mutating func compare(_ before: Row, _ now: Row) {
        var changes: [(isWorse: Bool, text: String)] = []
        if let former = before.ratio, let present = now.ratio {
            let noise = max((before.noise ?? 0) + (now.noise ?? 0), 0.03 * former)
            if abs(present - former) > noise {
                let percent = String(
                    format: "%+.0f %%, noise %.0f %%",
                    (present / former - 1) * 100,
                    noise / former * 100
                )
                let text = "\(Figures.ratio(former)) → \(Figures.ratio(present)) × raw (\(percent))"
                changes.append((present > former, text))
            }
        }
        changes += count(before.allocations, now.allocations, "allocations")
        changes += count(before.blocks, now.blocks, "blocks")
        changes += count(before.bytes, now.bytes, "bytes")
        if changes.isEmpty { same += 1 }
        for change in changes {
            let line = "  \(now.title)\(now.heap == .used ? " (used heap)" : ""): \(change.text)"
            if change.isWorse { worse.append(line) } else { better.append(line) }
        }
    }

    /// What is counted has hardly any noise.
    private func count(_ before: Double?, _ now: Double?, _ unit: String) -> [(isWorse: Bool, text: String)] {
        guard let before, let now, abs(now - before) > max(0.5, 0.01 * before) else { return [] }
        return [(now > before, "\(Figures.count(before)) → \(Figures.count(now)) \(unit)")]
    }
}
