/// What knows in which order values are changed while something is handled: see `Turn.handled`.
package protocol HandlingOrder: AnyObject {
    /// Whether a value that was said to be awaited may be read after all. Ends the process where it is still to be
    /// changed; false where it is being changed.
    func allowsReading(_ cell: Cell) -> Bool
}
