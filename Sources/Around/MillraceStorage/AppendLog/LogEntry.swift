public import Foundation

/// The entries that opening reads, in this order: the pieces of the newest whole snapshot, then each record behind it.
public enum LogEntry: Sendable {
    /// A piece of the snapshot, as it was written.
    case snapshot(Data)
    /// A record.
    case record(sequence: UInt64, Data)
}

/// The progress of records after they were written.
public enum LogProgress: Sendable, Hashable {
    /// The records up to this one are on the medium.
    case durable(UInt64)
    /// A record could not be written, or records could not be synchronized. Those that were written are tried again
    /// with the next record, with ``AppendLog/synchronize()``, and once a second unless the policy is
    /// ``AppendLog/Syncing/never``.
    case failed(FileError)
}
