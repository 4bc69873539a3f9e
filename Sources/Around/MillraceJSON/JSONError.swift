/// The first mistake in a text that should be JSON.
package struct JSONError: Error, CustomStringConvertible {
    /// Where it is, in bytes from the start.
    package let offset: Int

    /// The line and the column, counted from one; columns in characters.
    package let line: Int, column: Int

    /// The fault, in a few words.
    package let what: String

    /// The place, and the fault.
    package var description: String { "line \(line), column \(column): \(what)" }
}
