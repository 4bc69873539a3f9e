import MillraceSignals

extension RankedRows where Key == SortKey<UInt64> {
    /// Inserts the rows of products that follow each other, as long as nothing stands between them yet, with labels like
    /// those of their elements: there is room for all of them. O(k + log n) for k rows.
    ///
    /// - Parameters:
    ///   - made: The products for labels.
    ///   - start: The index of the first product.
    /// - Returns: The number of products whose rows were inserted: none where something stands there, or where there is
    ///   no room between the labels of the neighbours.
    @export(implementation)
    mutating func insert(_ made: ContiguousArray<MadeProduct<[Row]>>, from start: Int) -> Int {
        let (spacing, first) = (rows.rows.spacing, made[start].label)
        let rank = order.rank(of: SortKey(first, 0))
        let next = rank < order.count ? order.key(at: rank).key : .max
        let after = rank < order.count ? order[rank] : 1 << UInt64(spacing.bits)
        guard first < next, rank == 0 || order[rank - 1] < first else { return 0 }
        var (keys, labels): (ContiguousArray<SortKey<UInt64>>, ContiguousArray<UInt64>) = ([], [])
        var places: ContiguousArray<(product: Int, part: Int)> = []
        let room = made[start...].reduce(0) { $0 + $1.product.count }
        keys.reserveCapacity(room)
        labels.reserveCapacity(room)
        places.reserveCapacity(room)
        var end = start
        while end < made.count {
            let (label, count) = (made[end].label, made[end].product.count)
            let follower = end + 1 < made.count ? made[end + 1].label : .max
            let limit = Swift.min(after, label < follower ? follower : after)
            guard label < limit, label < next else { break }
            let step = Swift.min(spacing.gap, limit - label) / UInt64(count + 1)
            guard step > 0 else { break }
            for part in 0..<count {
                keys.append(SortKey(label, UInt64(part)))
                labels.append(label + UInt64(part) * step)
                places.append((end, part))
            }
            end += 1
            if follower <= label { break }
        }
        order.insert(keys) { labels[$0] }
        rows.insert(labels) { made[places[$0].product].product[places[$0].part] }
        return end - start
    }
}
