/// One line of the table, of all that the processes have measured.
struct Row: Codable {
    /// What a scene is built upon.
    enum Heap: String, Codable, CaseIterable { case fresh, used }

    let group: String
    let name: String
    let size: Int?
    let heap: Heap

    /// Nanoseconds an event.
    let raw: Double?
    let written: Double?
    let ours: Double?

    /// Ours to raw, and how far from it a repetition may lie.
    let ratio: Double?
    let noise: Double?

    /// Ours to that of the smallest size. Nil for that itself.
    var growth: Double?

    /// Blocks that are allocated for an event.
    let allocations: Double?
    let deliveries: Int?

    /// What one holds.
    let blocks: Double?
    let bytes: Double?

    /// The aims, and whether each is met; nil where it cannot be measured here.
    var aims: [Verdict] = []

    struct Verdict: Codable {
        let text: String
        let isMet: Bool?
    }

    /// The name with the size.
    var title: String { size.map { "\(name), \($0.grouped)" } ?? name }

    /// What a row of another run must share to be compared.
    var key: String { "\(group)/\(title)/\(heap)" }
}

extension Row {
    /// Takes the medians of several processes together.
    init(_ place: Place, _ heap: Heap, _ samples: [Sample]) {
        group = place.group
        name = place.benchmark.name
        size = place.size
        self.heap = heap
        raw = median(samples.compactMap(\.raw))
        written = median(samples.compactMap(\.written))
        ours = median(samples.compactMap(\.ours))
        let ratios = samples.compactMap(\.ratio)
        ratio = median(ratios)
        // A process differs from the next one by more than its rounds differ from each other, as a rule.
        noise = ratio.map { middle in
            max(ratios.map { abs($0 - middle) }.max() ?? 0, median(samples.compactMap(\.spread)) ?? 0)
        }
        allocations = median(samples.compactMap(\.allocations))
        deliveries = samples.compactMap(\.deliveries).max { abs($0 - 1) < abs($1 - 1) }
        blocks = median(samples.compactMap(\.blocks))
        bytes = median(samples.compactMap(\.bytes))
    }

    /// Where a row stands: a benchmark, and one of its sizes.
    struct Place {
        let group: String
        let benchmark: Benchmark
        let size: Int?

        var title: String { size.map { "\(benchmark.name), \($0.grouped)" } ?? benchmark.name }
    }
}

extension [Row] {
    /// The rows with their growth, and with what has become of their aims.
    func judged(_ aims: (Row) -> [Aim]) -> [Row] {
        map { row in
            var row = row
            let smallest = first { $0.name == row.name && $0.group == row.group && $0.heap == row.heap }
            if let ours = row.ours, let least = smallest?.ours, smallest?.size != row.size { row.growth = ours / least }
            row.aims = aims(row).map { Row.Verdict(text: $0.text, isMet: $0.isMet(by: row)) }
            return row
        }
    }
}

extension Int {
    /// The number with its thousands parted by commas.
    var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + text
    }
}
