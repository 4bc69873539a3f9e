/// The limit of a history. What could be redone is dropped first, then the oldest states; the present one always stays.
public struct HistoryLimit: Equatable, Sendable {
    /// The maximum number of states in addition to the present one.
    public var count: Int

    /// The maximum size of the states in bytes, in addition to the latest one: the present, unless steps were undone.
    ///
    /// The size is an estimate. A state costs what it does not share with the next state: nothing for an array that
    /// both share, and the whole array otherwise, since copy-on-write shares whole arrays. The same goes for strings,
    /// sets and dictionaries. Of a `Table`, and of `Rows`, the nodes count that the next state does not share: some
    /// hundred bytes and the elements of a leaf for each change. The content of elements is estimated from a few of
    /// them; of a table those count that differ. The content of objects is not counted.
    public var bytes: Int

    /// Creates a limit; without arguments, a hundred states and 64 MiB.
    public init(count: Int = 100, bytes: Int = 64 << 20) {
        self.count = count
        self.bytes = bytes
    }
}
