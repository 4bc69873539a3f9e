/// What some annotations measure, all together: a sum for each kind and unit, and how many are not known.
public struct Totals: Equatable, Sendable {
    /// A sum.
    public struct Sum: Equatable, Sendable {
        /// What is measured.
        public let kind: Quantity.Kind
        /// The unit; empty for a count.
        public let unit: String
        /// The sum, in this unit.
        public var value: Double
        /// How many annotations it is the sum of.
        public var annotations: Int
        /// How many digits behind the point are shown.
        var digits: Int
    }

    /// The sums: lengths, areas, volumes, counts, each by unit.
    public private(set) var sums: [Sum] = []
    /// How many annotations measure something that is not known.
    public private(set) var unknown = 0

    /// The totals of quantities.
    public init(_ quantities: some Sequence<Quantity>) {
        for quantity in quantities { add(quantity) }
        sums.sort { ($0.kind, $0.unit) < ($1.kind, $1.unit) }
    }

    /// Whether nothing is measured.
    public var isEmpty: Bool { sums.isEmpty && unknown == 0 }

    private mutating func add(_ quantity: Quantity) {
        guard let value = quantity.value else {
            unknown += 1
            return
        }
        var sum = Sum(kind: quantity.kind, unit: quantity.unit, value: 0, annotations: 0, digits: 0)
        if let place = sums.firstIndex(where: { $0.kind == quantity.kind && $0.unit == quantity.unit }) {
            sum = sums.remove(at: place)
        }
        sum.value += value
        sum.annotations += 1
        sum.digits = max(sum.digits, quantity.digits)
        sums.append(sum)
    }
}

extension Totals: CustomStringConvertible {
    /// The totals for people: `12.5 m, 40 sq m, 3 counted, 1 unknown`.
    public var description: String {
        let sums = sums.map { Quantity($0.kind, $0.value, $0.unit, digits: $0.digits).description }
        return (sums + (unknown == 0 ? [] : ["\(unknown) unknown"])).joined(separator: ", ")
    }
}

/// The totals of what is visible, by the headings under which it stands, and over all.
public struct GroupedTotals: Equatable, Sendable {
    /// The headings under which something is measured, with their totals.
    public let groups: [Group]
    /// The totals over all.
    public let all: Totals

    /// A heading with its totals.
    public struct Group: Equatable, Sendable {
        /// The heading.
        public let heading: String
        /// The totals of what stands below it.
        public let totals: Totals
    }

    /// The totals of what has a quantity, by its position in the sheet.
    init(_ order: SheetOrder, _ quantity: (Int) -> Quantity?) {
        let below = order.sections.map { $0.positions.compactMap(quantity) }
        groups = zip(order.sections, below).filter { !$1.isEmpty }
            .map { Group(heading: $0.heading, totals: Totals($1)) }
        all = Totals(below.joined())
    }
}
