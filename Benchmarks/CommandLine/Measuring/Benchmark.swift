/// A piece of work that is done by hand and with Millrace; a row of the table, or three where what it works on can
/// grow.
struct Benchmark {
    let name: String

    /// How much there is of what can grow. Empty where nothing can.
    let sizes: [Int]
    let aims: [Aim]

    /// Builds what the lanes work on. Called in the process that measures, with one of the sizes, or zero.
    let prepare: (_ size: Int) -> Scene

    init(_ name: String, sizes: [Int] = [], aims: [Aim] = [], prepare: @escaping (_ size: Int) -> Scene) {
        self.name = name
        self.sizes = sizes
        self.aims = aims
        self.prepare = prepare
    }

    /// What takes no time but memory: what one of the things that `make` makes holds, an average of a thousand.
    init(_ name: String, aims: [Aim], of things: Int = 1, holds make: @escaping () -> (() -> Any)) {
        self.init(name, aims: aims) { _ in
            Scene(footprint: { Footprint(of: things == 1 ? 1_000 : 20, each: things, make()) })
        }
    }
}

/// Everything that a row needs, built.
struct Scene {
    /// Does the work as many times as it is told to.
    typealias Lane = (_ times: Int) -> Void

    /// How many events one time counts for: the observers of a fan-out, the nodes of a chain.
    var events = 1

    /// By hand, as tight as it can be: closures in constants, called without thunks, nothing counted, nothing looked up
    /// that need not be.
    var raw: Lane?

    /// By hand, as it would really have been written, where that differs.
    var written: Lane?

    /// With Millrace, from another module, as users call it.
    var ours: Lane?

    /// A run that measures itself, where a lane would be more than what is to be measured: nanoseconds an event.
    var run: ((_ isQuick: Bool) -> (raw: Double?, ours: Double))?

    /// How often it is run in one process.
    var runs = 3

    /// How often an observer is called when the work is done once.
    var deliveries: (() -> Int)?

    /// What one of the things that the work makes costs in memory, where that is asked.
    var footprint: (() -> Footprint?)?

    /// Whether the lanes wait for what other threads do. These must be there first, so each lane then runs for a while
    /// before it is measured.
    var isConcurrent = false

    /// How many seconds each lane runs before it is measured.
    var warmUp: Double { isConcurrent ? 0.1 : 0.001 }

    /// What lives as long as the scene.
    var kept: [Any] = []

    var lanes: [(name: String, lane: Lane)] {
        [("raw", raw), ("written", written), ("ours", ours)].compactMap { name, lane in lane.map { (name, $0) } }
    }
}
