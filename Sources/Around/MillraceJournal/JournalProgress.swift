/// How far a journal is.
public struct JournalProgress: Hashable, Sendable {
    /// The number of the last turn that was written: it is there again if the program crashes.
    public var written: UInt64

    /// The number of the last turn that is on the medium: it is there again if the machine crashes.
    public var durable: UInt64

    /// Whether something has happened that could not be written yet.
    public var hasUnwritten: Bool

    /// Why the last attempt to write, or to bring records to the medium, has failed. Nil if it has not.
    public var failure: Failure?

    /// Why a turn is not safe yet. The journal goes on trying.
    public struct Failure: Hashable, Sendable, CustomStringConvertible {
        /// The message of the system, or of the coding of a value.
        public let reason: String

        /// The message of the system, or of the coding of a value.
        public var description: String { reason }
    }

    /// Whether all that has happened is on the medium.
    public var isAllDurable: Bool { !hasUnwritten && durable >= written }
}
