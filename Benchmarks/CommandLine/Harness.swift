import Foundation

/// One line of the table: what the work costs by hand, and what it costs with Millrace.
struct Row {
    let name: String
    let rawNanoseconds: Double
    let oursNanoseconds: Double
    let ratio: Double
    let deliveries: Int
    let footprint: Footprint?
    let aim: String

    static let header = line("row", "raw ns", "ours ns", "ratio", "deliveries", "aim")

    /// For people.
    var text: String {
        func one(_ number: Double) -> String { String(format: "%.1f", number) }
        let line = Row.line(
            name,
            one(rawNanoseconds),
            one(oursNanoseconds),
            String(format: "%.2f", ratio),
            "\(deliveries)",
            aim
        )
        guard let footprint else { return line }
        return line
            + "\n    while it lives: \(one(footprint.allocations)) allocations, \(Int(footprint.liveBytes)) bytes"
    }

    /// For programs.
    var json: String {
        func three(_ number: Double) -> String { String(format: "%.3f", number) }
        var members = [
            "\"name\":\"\(name)\"", "\"raw_ns\":\(three(rawNanoseconds))", "\"ours_ns\":\(three(oursNanoseconds))",
            "\"ratio\":\(three(ratio))", "\"deliveries\":\(deliveries)",
        ]
        if let footprint {
            members += [
                "\"allocations\":\(three(footprint.allocations))", "\"live_bytes\":\(Int(footprint.liveBytes))",
            ]
        }
        return "{\(members.joined(separator: ","))}"
    }

    private static func line(
        _ name: String,
        _ raw: String,
        _ ours: String,
        _ ratio: String,
        _ deliveries: String,
        _ aim: String
    ) -> String {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return name.padding(toLength: 44, withPad: " ", startingAt: 0)
            + right(raw, 9) + right(ours, 9) + right(ratio, 8) + right(deliveries, 12) + "   " + aim
    }
}

/// A piece of work that is done in two ways. Each lane does it as many times as it is told to.
struct Benchmark {
    let name: String

    /// How many events one time counts for: the observers of a fan-out, the nodes of a chain.
    var events = 1
    let aim: String

    /// Closure calls that the optimiser cannot see through.
    let raw: (_ times: Int) -> Void
    let ours: (_ times: Int) -> Void

    /// How often the observer of our lane is called when the work is done once.
    let deliveries: () -> Int

    /// What one of the things that the work makes costs in memory, where that is asked.
    var footprint: () -> Footprint? = { nil }

    /// Runs the lanes in turn, in one process, so that a slow moment of the machine hits both.
    ///
    /// Reported are the medians of each lane and the median of the ratios of neighbouring runs.
    func run(quick: Bool) -> Row {
        let rounds = quick ? 5 : 31
        let span = quick ? 0.0005 : 0.003
        let rawTimes = times(filling: span, raw)
        let ourTimes = times(filling: span, ours)
        var rawSamples: [Double] = []
        var ourSamples: [Double] = []
        var ratios: [Double] = []
        for _ in 0..<rounds {
            let raw = nanoseconds(rawTimes, raw) / Double(events)
            let ours = nanoseconds(ourTimes, ours) / Double(events)
            rawSamples.append(raw)
            ourSamples.append(ours)
            ratios.append(ours / raw)
        }
        return Row(
            name: name,
            rawNanoseconds: median(rawSamples),
            oursNanoseconds: median(ourSamples),
            ratio: median(ratios),
            deliveries: deliveries(),
            footprint: footprint(),
            aim: aim
        )
    }

    private func times(filling span: Double, _ lane: (Int) -> Void) -> Int {
        var times = 1
        while nanoseconds(times, lane) * Double(times) < span * 1e9 { times *= 2 }
        return times
    }

    private func nanoseconds(_ times: Int, _ lane: (Int) -> Void) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        lane(times)
        return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(times)
    }

    private func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }
}

/// Gives back what it is given, without the optimiser knowing that.
@inline(never)
@_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }

/// What the observers of both lanes add to.
final class Sum {
    @exclusivity(unchecked) var total = 0
    @exclusivity(unchecked) var calls = 0

    @inline(__always)
    func add(_ value: Int) {
        total &+= value
        calls &+= 1
    }

    /// How often `work` makes somebody add.
    func calls(of work: () -> Void) -> Int {
        let before = calls
        work()
        return calls - before
    }
}
