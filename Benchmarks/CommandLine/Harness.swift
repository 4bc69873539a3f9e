import Foundation

/// One line of the table: what the work costs by hand, and what it costs with Millrace.
struct Row {
    let name: String
    let rawNanoseconds: Double
    let oursNanoseconds: Double
    let ratio: Double
    let aim: String
    let deliveries: Int

    var json: String {
        let numbers = [
            "\"raw_ns\":\(rounded(rawNanoseconds))", "\"ours_ns\":\(rounded(oursNanoseconds))",
            "\"ratio\":\(rounded(ratio))", "\"deliveries\":\(deliveries)",
        ]
        return "{\"name\":\"\(name)\"," + numbers.joined(separator: ",") + "}"
    }

    private func rounded(_ number: Double) -> String { String(format: "%.3f", number) }
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
            aim: aim,
            deliveries: deliveries()
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
