import MillraceSignals

extension LiveView {
    /// A view of the first row for each key, in the order of this view.
    ///
    /// ```swift
    /// let latestOfEachRoom = messages.sorted(by: \.date, descending: true).distinct(by: \.roomID)
    /// ```
    ///
    /// Keys that do not equal themselves, such as NaN, count as one key. The result keeps this view alive. O(k log n)
    /// for k changes.
    @export(implementation)
    public func distinct<Key: Hashable>(by key: @escaping (Element) -> Key) -> LiveView<Element> {
        LiveView(from: [observable.upstream]) { Distinct(SourceReader(self), $0) { TotallyOrdered(key($0)) }.refresh }
    }
}

@usableFromInline
final class Distinct<Element: Identifiable, Key: Hashable> {
    @usableFromInline let source: SourceReader<Element>
    @usableFromInline let key: (Element) -> Key
    @exclusivity(unchecked) @usableFromInline var keys = KeyIndex<Key>()
    @usableFromInline let output: EditedRows<Element>
    @usableFromInline let same = Sameness<Element>()

    @export(implementation)
    init(_ source: SourceReader<Element>, _ output: EditedRows<Element>, _ key: @escaping (Element) -> Key) {
        (self.source, self.output) = (source, output)
        self.key = key
    }

    @export(implementation)
    func refresh() {
        source.follow(into: output, apply, anew: makeAnew)
    }

    @export(implementation)
    func makeAnew() {
        keys = KeyIndex(source.rows, key)
        var seen: Set<Key> = []
        var first = TreeBuilder<UInt64, Element>(sizes: source.rows.tree.sizes)
        var iterator = source.rows.tree.makeIterator()
        while let entry = iterator.next() {
            if seen.insert(key(entry.value)).inserted { first.append(entry) }
        }
        output.replaceAll(with: Rows(first.tree(), source.rows.spacing))
    }

    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        // For each affected key, the label of the row that currently represents it.
        var concerned: [(key: Key, label: UInt64?)] = []
        var known: Set<Key> = []
        for change in changes {
            for key in [change.old.map(key), change.new.map(key)] {
                if let key, known.insert(key).inserted { concerned.append((key, keys.first(key))) }
            }
        }
        for change in changes { keys.update(change.key, from: change.old.map(key), to: change.new.map(key)) }
        // All removals precede the insertions, since a label can move from one key to another.
        let present = concerned.map { keys.first($0.key) }
        for (before, label) in zip(concerned, present) {
            if let former = before.label, former != label, output.tree.contains(former) { output.remove(former) }
        }
        for label in present {
            guard let label, let element = source.rows.tree.value(of: label) else { continue }
            output.set(element, for: label, same)
        }
        return true
    }
}
