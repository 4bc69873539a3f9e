import MillraceSignals

/// An operator on the rows of one view: it applies the changes of its source, or is built again.
@usableFromInline
protocol SourceOperator: LiveOperator {
    associatedtype Input: Identifiable

    var source: SourceReader<Input> { get set }

    /// Builds the rows from all rows of the source.
    mutating func makeAnew()

    /// Applies changes of the source. Returns false if the rows have to be built again.
    mutating func apply(_ changes: ContiguousArray<TreeChange<UInt64, Input>>) -> Bool
}

extension SourceOperator {
    @export(implementation)
    mutating func refresh() {
        switch source.read() {
        case .same: break
        case .changes(let changes): if !apply(changes) { makeAnew() }
        case .anew: makeAnew()
        }
        output.rows.era = source.rows.era
        source.release()
    }
}

/// An operator on the rows of two views.
@usableFromInline
protocol PairOperator: LiveOperator {
    associatedtype First: Identifiable
    associatedtype Second: Identifiable

    var first: SourceReader<First> { get set }
    var second: SourceReader<Second> { get set }

    /// Builds the rows from all rows of both sources.
    mutating func makeAnew()

    /// Applies changes of the first source. The readers show the current rows of both.
    mutating func applyFirst(_ changes: ContiguousArray<TreeChange<UInt64, First>>)

    /// Applies changes of the second source.
    mutating func applySecond(_ changes: ContiguousArray<TreeChange<UInt64, Second>>)
}

extension PairOperator {
    @export(implementation)
    mutating func refresh() {
        switch (first.read(), second.read()) {
        case (.same, .same): break
        case (.anew, _), (_, .anew): makeAnew()
        case (.changes(let changes), .same): applyFirst(changes)
        case (.same, .changes(let changes)): applySecond(changes)
        case (.changes(let changes), .changes(let others)):
            applyFirst(changes)
            applySecond(others)
        }
        output.rows.era = first.rows.era &+ second.rows.era
        first.release()
        second.release()
    }
}
