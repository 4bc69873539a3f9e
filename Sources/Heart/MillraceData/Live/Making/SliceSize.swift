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

    /// Notes how long it has taken to deliver some rows, with all that they led to: the next delivery takes about half
    /// the time that it may, and is at most eight times as large.
    @usableFromInline
    mutating func note(_ rows: Int, took time: Duration) {
        if time > slice {
            count = max(1, Int(Double(min(rows, Self.most)) * max(0, slice / time)))
        } else {
            let room = time > .zero ? min(Double(Self.most), Double(rows) * (slice / time) / 2) : Double(Self.most)
            count = max(count, min(Int(room), 8 * rows))
        }
    }
}
