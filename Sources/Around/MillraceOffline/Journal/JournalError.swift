/// Why a journal cannot give a store what it has kept of it.
public struct JournalError: Error, CustomStringConvertible {
    /// The name of the store.
    public let store: String

    /// The name of the part.
    public let part: String

    /// What was found.
    public let reason: String

    /// What happened, and what to do.
    public var description: String {
        "Journal.keep: \(part) of \(store) cannot be read: \(reason)"
    }
}
