import Millrace

/// What some annotations measure, all together: a sum for each kind and unit, and how many are not known.
public struct Totals: Equatable, Sendable {
    /// A sum of quantities of one kind and unit.
    public struct Sum: Equatable, Sendable {
        /// The sum.
        public let quantity: Quantity
        /// How many annotations it is the sum of.
        public let annotations: Int
    }

    /// The sums: lengths, areas, volumes, counts, each by unit.
    public let sums: [Sum]
    /// How many annotations measure something that is not known.
    public let unknown: Int

    /// The totals of quantities.
    public init(_ quantities: some Sequence<Quantity>) {
        let all = Dictionary(grouping: quantities) { $0.value == nil ? [] : [$0.kind.rawValue, $0.unit] }
        unknown = all[[]]?.count ?? 0
        sums = all.filter { !$0.key.isEmpty }.map { Sum($0.value) }
            .sorted { ($0.quantity.kind, $0.quantity.unit) < ($1.quantity.kind, $1.quantity.unit) }
    }

    /// Whether nothing is measured.
    public var isEmpty: Bool { sums.isEmpty && unknown == 0 }
}

extension Totals.Sum {
    /// The sum of some quantities, of which there is one at least.
    fileprivate init(_ quantities: [Quantity]) {
        let value = quantities.reduce(0) { $0 + ($1.value ?? 0) }
        let digits = quantities.map(\.digits).max() ?? 0
        quantity = Quantity(quantities[0].kind, value, quantities[0].unit, digits: digits)
        annotations = quantities.count
    }
}

extension Totals: CustomStringConvertible {
    /// The totals for people: `12.5 m, 40 sq m, 3 counted, 1 unknown`.
    public var description: String {
        let sums = sums.map(\.quantity.description)
        return (sums + (unknown == 0 ? [] : ["\(unknown) unknown"])).joined(separator: ", ")
    }
}

/// The totals of what is visible, by the headings under which it stands, and over all.
public struct GroupedTotals: Equatable, Sendable {
    /// The headings under which something is measured, with their totals.
    public let groups: [(heading: String, totals: Totals)]
    /// The totals over all.
    public let all: Totals

    /// The totals of what has a quantity, by its position in the sheet.
    init(_ order: SheetOrder, _ quantity: (Int) -> Quantity?) {
        let below = order.sections.map { $0.positions.compactMap(quantity) }
        groups = zip(order.sections, below).filter { !$1.isEmpty }
            .map { ($0.heading, Totals($1)) }
        all = Totals(below.joined())
    }

    /// The totals of what is measured below each heading. Cost: O(what is measured).
    init(_ sections: Rows<RowSection<SheetHeading, Measured>>) {
        groups = sections.map { ($0.id.text, Totals($0.rows.lazy.map(\.quantity))) }
        all = Totals(sections.lazy.flatMap(\.rows).map(\.quantity))
    }

    /// Whether all totals are the same.
    public static func == (left: GroupedTotals, right: GroupedTotals) -> Bool {
        left.all == right.all && left.groups.elementsEqual(right.groups, by: ==)
    }
}
