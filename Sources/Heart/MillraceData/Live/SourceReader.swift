import MillraceSignals

/// Reads the rows of a source, and their changes since the last read.
@usableFromInline
final class SourceReader<Element: Identifiable> {
    @usableFromInline typealias Changes = ContiguousArray<TreeChange<UInt64, Element>>

    @usableFromInline
    enum Difference {
        /// The rows have not changed.
        case same

        /// These rows have changed.
        case changes(Changes)

        /// It is the first read, or so many rows have changed that it is cheaper to build the result again.
        case anew
    }

    @usableFromInline let box: Box<Rows<Element>>
    @usableFromInline let cache: ChangeCache<Element>

    /// The rows while an operator refreshes, and none otherwise: the source changes them in place.
    @exclusivity(unchecked) @usableFromInline var rows = Rows<Element>()

    /// The version that was read last; nil before the first read.
    @exclusivity(unchecked) @usableFromInline var seen: UInt64?

    @export(implementation)
    init(_ view: LiveView<Element>) {
        box = view.observable.box
        cache = view.cache
    }

    /// Reads the source. Its rows are there until ``release()``.
    ///
    /// - Parameter limit: The number of changes above which to build the result again; nil for the usual one.
    @export(implementation)
    func read(limit: Int? = nil) -> Difference {
        rows = box.value
        guard let former = exchange(&seen, with: rows.version) else { return .anew }
        if former == rows.version { return .same }
        let budget = limit ?? ChangeCache<Element>.budget(rows.count)
        guard let changes = cache.changes(from: former, to: rows, limit: budget) else { return .anew }
        return changes.isEmpty ? .same : .changes(changes)
    }

    /// Releases the rows.
    @export(implementation)
    func release() { rows = Rows() }

    /// Reads the source, and applies the changes or builds the result again. Returns the era of the source.
    ///
    /// - Parameters:
    ///   - apply: Applies changes. Returns false if the result has to be built again.
    ///   - makeAnew: Builds the result from all rows of the source.
    @export(implementation)
    @inline(__always)
    @discardableResult
    func follow(_ apply: (Changes) -> Bool, anew makeAnew: () -> Void) -> UInt64 {
        defer { release() }
        switch read() {
        case .same: break
        case .changes(let changes): if !apply(changes) { makeAnew() }
        case .anew: makeAnew()
        }
        return rows.era
    }

    /// Follows the source into the rows of a view.
    @export(implementation)
    @inline(__always)
    func follow<Row>(into output: EditedRows<Row>, _ apply: (Changes) -> Bool, anew makeAnew: () -> Void) {
        output.rows.era = follow(apply, anew: makeAnew)
    }
}
