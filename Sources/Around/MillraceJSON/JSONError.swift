/// The first mistake in a text that should be JSON.
public struct JSONError: Error, CustomStringConvertible {
    /// Where it is, in bytes from the start.
    public let offset: Int

    /// The line and the column, counted from one; columns in characters.
    public let line: Int, column: Int

    /// The fault, in a few words.
    public let what: String

    /// The place, and the fault.
    public var description: String { "line \(line), column \(column): \(what)" }
}
