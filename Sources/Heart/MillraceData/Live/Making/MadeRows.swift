import MillraceSignals

/// The rows of a view by the labels of the elements for which they were made: one row for each, or several.
@usableFromInline
struct MadeRows<Product> {
    /// Removes all rows.
    @usableFromInline let clear: (NodeSizes, Spacing) -> Void

    /// Takes out the product made for a label; nil if there is none.
    @usableFromInline let take: (UInt64) -> Product?

    /// Replaces the product for a label.
    @usableFromInline let put: (Product, UInt64) -> Void

    /// Does so with many, in their order.
    @usableFromInline let putAll: (ContiguousArray<MadeProduct<Product>>) -> Void

    /// The label of the element of the row at a position, or at the nearest that there is; nil if there is none. May be
    /// asked for while nothing is brought up to date.
    @usableFromInline let label: (Int) -> UInt64?

    /// The number of rows.
    @usableFromInline let count: (Product) -> Int

    @export(implementation)
    init(
        clear: @escaping (NodeSizes, Spacing) -> Void,
        take: @escaping (UInt64) -> Product?,
        put: @escaping (Product, UInt64) -> Void,
        putAll: @escaping (ContiguousArray<MadeProduct<Product>>) -> Void,
        label: @escaping (Int) -> UInt64?,
        count: @escaping (Product) -> Int
    ) {
        self.clear = clear
        self.take = take
        self.put = put
        self.putAll = putAll
        self.label = label
        self.count = count
    }

    /// One row for each element, with its label.
    @export(implementation)
    static func single(in output: EditedRows<Product>) -> MadeRows where Product: Identifiable {
        let same = Sameness<Product>()
        return MadeRows {
            output.replaceAll(with: Rows(sizes: $0, spacing: $1))
        } take: { label in
            guard let row = output.tree.value(of: label) else { return nil }
            output.remove(label)
            return row
        } put: {
            output.set($0, for: $1, same)
        } putAll: { made in
            for index in made.indices { output.set(made[index].product, for: made[index].label, same) }
        } label: { position in
            let shown = output.shown.value.tree
            return shown.count == 0 ? nil : shown.key(at: Swift.max(0, Swift.min(position, shown.count - 1)))
        } count: { _ in
            1
        }
    }

    /// Any number of rows for each element, in its place.
    @export(implementation)
    static func several<Row: Identifiable>(in output: EditedRows<Row>) -> MadeRows where Product == [Row] {
        var ranked = RankedRows<SortKey<UInt64>, Row>(output)
        func former(_ label: UInt64) -> Range<Int> {
            ranked.order.rank(of: SortKey(label, 0))..<ranked.order.rank(of: SortKey(label, .max))
        }
        func removeLast(_ count: Int, of former: Range<Int>, _ label: UInt64) {
            for part in stride(from: former.count - 1, through: former.count - count, by: -1) {
                ranked.remove(SortKey(label, UInt64(part)))
            }
        }
        func put(_ rows: [Row], _ label: UInt64) {
            let former = former(label)
            for part in rows.indices { ranked.set(rows[part], for: SortKey(label, UInt64(part))) }
            removeLast(Swift.max(0, former.count - rows.count), of: former, label)
        }
        return MadeRows {
            ranked.replaceAll(count: 0, like: Rows<Row>(sizes: $0, spacing: $1)) { _ in }
        } take: { label in
            let former = former(label)
            let rows = former.map { output.rows.tree[$0] }
            removeLast(former.count, of: former, label)
            return rows
        } put: {
            put($0, $1)
        } putAll: { made in
            var index = 0
            while index < made.count {
                let number = ranked.insert(made, from: index)
                if number == 0 { put(made[index].product, made[index].label) }
                index += Swift.max(1, number)
            }
        } label: { position in
            let order = ranked.order
            return order.count == 0 ? nil : order.key(at: Swift.max(0, Swift.min(position, order.count - 1))).key
        } count: {
            $0.count
        }
    }
}
