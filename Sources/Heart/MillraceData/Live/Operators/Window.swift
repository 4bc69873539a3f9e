import MillraceBase
import MillraceSignals

extension LiveView {
    /// A view of the first rows.
    ///
    /// The result keeps this view alive. O(k log n) for k changes; a row beyond the last one that is shown adds
    /// nothing.
    ///
    /// - Parameters:
    ///   - count: The maximum number of rows. Must not be negative.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    @export(implementation)
    public func prefix(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> LiveView<Element> {
        if count < 0 {
            stop("LiveView.prefix(_:): the count is \(count). To fix: let it be 0 or more.", file: file, line: line)
        }
        return LiveView(from: [observable.upstream]) { Window(SourceReader(self), $0) { 0..<count }.refresh }
    }

    /// A view of the rows in a range of positions that may change, such as a page that slides over a long list.
    ///
    /// ```swift
    /// let visible = messages.window(scroll.map { $0..<($0 + 40) })
    /// ```
    ///
    /// Positions that do not exist are ignored. Sliding by k rows costs O(k log n). The result keeps this view and the
    /// range alive.
    @export(implementation)
    public func window(_ positions: Observable<Range<Int>>) -> LiveView<Element> {
        LiveView(from: [observable.upstream, positions.upstream]) {
            Window(SourceReader(self), $0) { [box = positions.box] in box.value }.refresh
        }
    }
}

@usableFromInline
final class Window<Element: Identifiable> {
    @usableFromInline let source: SourceReader<Element>
    @usableFromInline let positions: () -> Range<Int>
    @usableFromInline let output: EditedRows<Element>

    @export(implementation)
    init(
        _ source: SourceReader<Element>,
        _ output: EditedRows<Element>,
        _ positions: @escaping () -> Range<Int>
    ) {
        (self.source, self.output) = (source, output)
        self.positions = positions
    }

    @export(implementation)
    func refresh() {
        switch source.read() {
        case .same: slide()
        case .changes(let changes):
            apply(changes)
            slide()
        case .anew: makeAnew()
        }
        output.rows.era = source.rows.era
        source.release()
    }

    /// The part of the range that exists.
    @export(implementation) var present: Range<Int> { positions().clamped(to: 0..<source.rows.count) }

    @export(implementation)
    func makeAnew() {
        let present = present
        var rows = TreeBuilder<UInt64, Element>(sizes: source.rows.tree.sizes)
        var iterator = source.rows.tree.iterator(from: present.lowerBound)
        while rows.count < present.count, let entry = iterator.next() { rows.append(entry) }
        output.replaceAll(with: Rows(rows.tree(), source.rows.spacing))
    }

    /// Applies the changes between the first and the last row of the window; changes outside have no effect on its rows
    /// until it slides.
    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) {
        guard output.tree.count > 0 else { return }
        let (first, last) = (output.tree.key(at: 0), output.tree.key(at: output.tree.count - 1))
        for change in changes where first <= change.key && change.key <= last {
            let isThere = output.tree.contains(change.key)
            switch change.new {
            case let element? where isThere: output.update(element, for: change.key)
            case let element?: output.insert(element, for: change.key)
            case nil where isThere: output.remove(change.key)
            case nil: break
            }
        }
    }

    /// Removes the rows that left the range at either end and inserts those that entered it.
    @export(implementation)
    func slide() {
        let present = present
        guard !present.isEmpty else {
            if output.tree.count > 0 { makeAnew() }
            return
        }
        let all = source.rows.tree
        let (first, last) = (all.key(at: present.lowerBound), all.key(at: present.upperBound - 1))
        guard output.tree.count > 0, output.tree.key(at: 0) <= last, output.tree.key(at: output.tree.count - 1) >= first
        else {
            return makeAnew()
        }
        while output.tree.count > 0, output.tree.key(at: 0) < first { output.remove(output.tree.key(at: 0)) }
        while output.tree.count > 0, output.tree.key(at: output.tree.count - 1) > last {
            output.remove(output.tree.key(at: output.tree.count - 1))
        }
        guard output.tree.count > 0 else { return makeAnew() }
        var position = all.rank(of: output.tree.key(at: 0))
        while position > present.lowerBound {
            position -= 1
            output.insert(all[position], for: all.key(at: position))
        }
        position = all.rank(of: output.tree.key(at: output.tree.count - 1)) + 1
        while position < present.upperBound {
            output.insert(all[position], for: all.key(at: position))
            position += 1
        }
    }
}
