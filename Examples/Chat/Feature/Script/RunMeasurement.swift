import Millrace

/// How the program has borne its load, since it began.
public struct RunMeasurement: Equatable, Sendable {
    /// The longest time that a job for the main actor had to wait for others.
    public var longestWait: Duration
    /// The longest time that the main actor has worked on others meanwhile, in processor time.
    public var longestWork: Duration
    /// The memory of the process, in bytes.
    public var memory: Int
    /// How often the screen was drawn.
    public var frames: Int

    /// Creates a measurement.
    public init(
        longestWait: Duration = .zero,
        longestWork: Duration = .zero,
        memory: Int = 0,
        frames: Int = 0
    ) {
        (self.longestWait, self.longestWork, self.memory, self.frames) = (longestWait, longestWork, memory, frames)
    }
}

/// How much is there.
struct Load: Equatable, Sendable {
    let rooms: Int
    /// How many events the syncs have brought.
    let received: Int
    /// How many of them, and of older ones, are kept.
    let kept: Int

    init(_ state: RoomsState) {
        rooms = state.rooms.count
        received = state.received
        kept = state.rooms.reduce(0) { $0 + $1.timeline.entries.count }
    }
}
