import Foundation

/// What one process has measured of one row.
struct Sample: Codable {
    /// Nanoseconds an event, the median of the rounds.
    var raw: Double?
    var written: Double?
    var ours: Double?

    /// The median of the ratios of neighbouring rounds, ours to raw, and half the range that the middle half of them
    /// lies in.
    var ratio: Double?
    var spread: Double?
    var allocations: Double?
    var deliveries: Int?
    var blocks: Double?
    var bytes: Double?
}

extension Sample {
    /// Runs the lanes of a scene in turn, so that a slow moment of the machine hits all of them.
    init(of scene: Scene, quick: Bool) {
        let footprint = scene.footprint?()
        blocks = footprint?.blocks
        bytes = footprint?.bytes
        if let run = scene.run { take((0..<(quick ? 1 : scene.runs)).map { _ in run(quick) }) }
        guard let raw = scene.raw, let ours = scene.ours else { return }

        let rounds = quick ? 5 : 25
        let span = quick ? 0.0005 : 0.002
        let stopwatch = Stopwatch(isWall: scene.isConcurrent)
        let warmUp = quick ? scene.warmUp / 10 : scene.warmUp
        let lanes = [raw, scene.written, ours].map {
            $0.map { (lane: $0, times: stopwatch.timesFilling(span, warmUp, $0)) }
        }
        var samples: [[Double]] = [[], [], []]
        for _ in 0..<rounds {
            for (index, lane) in lanes.enumerated() {
                guard let lane else { continue }
                // What the lane before has put into the caches must not be charged to this one.
                if lane.times > 1 { lane.lane(lane.times) }
                samples[index].append(stopwatch.nanoseconds(lane.times, lane.lane) / Double(scene.events))
            }
        }
        let ratios = zip(samples[0], samples[2]).map { $1 / $0 }.sorted()
        self.raw = median(samples[0])
        written = median(samples[1])
        self.ours = median(samples[2])
        take(ratios)
        let times = min(lanes[2]?.times ?? 1, 1_000)
        allocations = blocksAllocated { ours(times) }.map { Double($0) / Double(times * scene.events) }
        deliveries = scene.deliveries?()
    }

    /// Takes what runs have measured.
    private mutating func take(_ runs: [(raw: Double?, ours: Double)]) {
        raw = median(runs.compactMap(\.raw))
        ours = median(runs.map(\.ours))
        take(runs.compactMap { run in run.raw.map { run.ours / $0 } }.sorted())
    }

    /// Takes ratios, in ascending order.
    private mutating func take(_ ratios: [Double]) {
        guard !ratios.isEmpty else { return }
        ratio = median(ratios)
        spread = (ratios[ratios.count * 3 / 4] - ratios[ratios.count / 4]) / 2
    }
}

/// Times lanes.
private struct Stopwatch {
    /// Whether what other threads do counts. Otherwise the time is that which this thread has run, so that other work
    /// of the machine, which takes turns with it, is left out.
    let isWall: Bool

    /// How often a lane is to be called to take so many seconds, once it has run for as many as it takes to get warm.
    func timesFilling(_ span: Double, _ warmUp: Double, _ lane: Scene.Lane) -> Int {
        // What is slow at first (memory that was never touched, threads that are not there yet, caches that are empty)
        // must not be taken for the work.
        var warmed = nanoseconds(1, lane) / 1e9
        var times = 1
        while true {
            let seconds = nanoseconds(times, lane) * Double(times) / 1e9
            warmed += seconds
            if seconds >= span {
                if warmed >= warmUp { return times }
                times = max(1, Int(Double(times) * span / seconds / 2))
            } else {
                times *= 2
            }
        }
    }

    func nanoseconds(_ times: Int, _ lane: Scene.Lane) -> Double {
        let start = now
        lane(times)
        return (now - start) / Double(times)
    }

    private var now: Double {
        var time = timespec()
        clock_gettime(isWall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Nil of nothing.
func median(_ numbers: [Double]) -> Double? {
    numbers.isEmpty ? nil : numbers.sorted()[numbers.count / 2]
}
