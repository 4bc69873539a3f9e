/// Knows the order in which values are changed while something is being handled: see `Turn.handled`.
package protocol HandlingOrder: AnyObject {
    /// Returns whether a value that is marked as awaited may be read after all. Ends the process if it is still to be
    /// changed; returns false if it is being changed.
    func allowsReading(_ cell: Cell) -> Bool

    /// Where the user's code registered what is changing a value; nil if that is unknown, as in a release build.
    func place(changing cell: Cell) -> (file: StaticString, line: UInt)?
}
