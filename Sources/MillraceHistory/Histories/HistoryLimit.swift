/// How much a history keeps. The oldest states go first; the present one always stays.
public struct HistoryLimit: Equatable, Sendable {
    /// How many states, beside the present one.
    public var count: Int

    /// How many bytes the states take up, beside the present one.
    ///
    /// It is an estimate. A state costs what it does not share with the state after it: where the two hold the same
    /// array, that is nothing, and where the array is another, it is the whole array, since sharing goes by
    /// copy-on-write, whole arrays at a time. The same holds for strings, sets and dictionaries. What elements hold is
    /// judged by a few of them. What objects hold is not counted.
    public var bytes: Int

    /// A limit; without arguments a hundred states and 64 MiB.
    public init(count: Int = 100, bytes: Int = 64 << 20) {
        self.count = count
        self.bytes = bytes
    }
}
