/// How many rows are delivered at a time, so that delivering them takes no longer than a slice of time.
@usableFromInline
struct SliceSize {
    /// The most rows at a time: the time of more would be known only when it has been spent.
    @usableFromInline static var most: Int { 128 }

    @usableFromInline let slice: Duration

    /// The number of rows of the next delivery.
    @usableFromInline private(set) var count = 16

    @usableFromInline
    init(_ slice: Duration) { self.slice = slice }

    /// Notes how long it has taken to deliver some rows, with all that they led to.
    ///
    /// - Parameter wasFull: Whether there were more rows to deliver.
    @usableFromInline
    mutating func note(_ rows: Int, wasFull: Bool, took time: Duration) {
        if time > slice {
            count = max(1, Int(Double(min(rows, Self.most)) * max(0, slice / time)))
        } else if wasFull, time <= slice / 2 {
            count = min(Self.most, 2 * count)
        }
    }
}
