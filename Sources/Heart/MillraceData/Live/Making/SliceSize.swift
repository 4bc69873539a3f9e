/// How many rows are made, or delivered, at a time, so that this takes no longer than a slice of time.
@usableFromInline
struct SliceSize {
    /// The most rows at a time: the time of more would be known only when it has been spent.
    @usableFromInline let most: Int

    @usableFromInline let slice: Duration

    /// The number of rows of the next time.
    @usableFromInline private(set) var count: Int

    @usableFromInline
    init(_ slice: Duration, first: Int, most: Int) {
        (self.slice, count, self.most) = (slice, first, most)
    }

    /// Notes how long some rows have taken, with all that they led to: those of the next time take about half the time
    /// that they may, and are at most eight times as many.
    @usableFromInline
    mutating func note(_ rows: Int, took time: Duration) {
        if time > slice {
            count = max(1, Int(Double(min(rows, most)) * max(0, slice / time)))
        } else {
            let room = time > .zero ? min(Double(most), Double(rows) * (slice / time) / 2) : Double(most)
            count = max(count, min(Int(room), 8 * rows))
        }
    }
}
