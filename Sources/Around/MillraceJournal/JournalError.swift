/// Why a journal cannot restore the state of a store.
public struct JournalError: Error, CustomStringConvertible {
    /// The name of the store.
    public let store: String

    /// The name of the part.
    public let part: String

    /// The fault that was found.
    public let reason: String

    /// The problem, and how to fix it.
    public var description: String {
        "Journal.keep: \(part) of \(store) cannot be read: \(reason)"
    }
}
