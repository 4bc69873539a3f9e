/// How a disk behaves while a run lasts: as a sound one, if nothing else is asked for.
public struct DiskBehaviour: Hashable, Sendable {
    /// How many calls are made until the run ends, in the call behind them: half of it is done if it writes, all of it
    /// if it renames, nothing otherwise.
    public var callsLeft: Int
    /// The number of a call that fails, from zero; as much of it is done. Nil if none is to.
    public var failingCall: Int?
    /// One in so many calls fails; nil if none does.
    public var failures: Int?
    /// One in so many synchronizations fails; nil if none does.
    public var failedSynchronizations: Int?
    /// How many bytes can be written until the disk is full.
    public var room: Int

    /// Creates a behaviour.
    ///
    /// - Parameters:
    ///   - callsLeft: How many calls are made until the run ends.
    ///   - failingCall: The number of a call that fails.
    ///   - failures: One in so many calls fails.
    ///   - failedSynchronizations: One in so many synchronizations fails.
    ///   - room: How many bytes can be written until the disk is full.
    public init(
        callsLeft: Int = .max,
        failingCall: Int? = nil,
        failures: Int? = nil,
        failedSynchronizations: Int? = nil,
        room: Int = .max
    ) {
        (self.callsLeft, self.failingCall, self.failures) = (callsLeft, failingCall, failures)
        (self.failedSynchronizations, self.room) = (failedSynchronizations, room)
    }
}
