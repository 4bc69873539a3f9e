import MillraceBase
import MillraceSignals

/// Divides the changes of a value by keys: an observable derived from it is computed again only if a key has changed
/// that it has read.
///
/// For a value of which many read a little each, such as a table of records or the cells of a sheet.
///
/// ```swift
/// let index = ChangeIndex(of: sheet) { former, present in present.cellsThatDiffer(from: former) }
/// let totals = index.map(shownRows) { sheet, row in
///     let cells = sheet.cells(in: row)
///     return (cells.total, Set(cells.names))
/// }
/// ```
///
/// The keys that a computation reads are noted each time that it runs, and kept in an index. So a change costs as much
/// as it changes: computations that do not read it cost nothing, however many there are.
///
/// It keeps the observable that it was made from alive, and the observables that it makes keep it alive. While none of
/// these has an observer, it keeps no index.
public final class ChangeIndex<Value, Key: Hashable> {
    /// The present value: that of the source.
    @usableFromInline let present: Box<Value>

    /// Passes each change on to those that have read one of its keys, and to no others.
    @usableFromInline let passing: Observable<Void>

    @usableFromInline let reads: KeyedReads<Key>

    /// Replaces the keys that an entry has read: a closure, which is compiled where the type of the keys is known.
    @usableFromInline let setReads: (Set<Key>, KeyedEntry<Key>) -> Void

    @usableFromInline let known = KnownResults()

    /// Only stores its arguments: a designated initialiser is compiled for every app.
    @export(implementation)
    init(
        _ present: Box<Value>,
        _ passing: Observable<Void>,
        _ reads: KeyedReads<Key>,
        _ setReads: @escaping (Set<Key>, KeyedEntry<Key>) -> Void
    ) {
        self.present = present
        self.passing = passing
        self.reads = reads
        self.setReads = setReads
    }

    /// Creates an index of the changes of an observable.
    ///
    /// - Parameters:
    ///   - source: The observable, which is kept alive.
    ///   - changes: Returns the keys that differ between two values. It is called once in each turn in which the source
    ///     changes, and never while nobody observes anything derived from the index. A key that it leaves out is one
    ///     whose change nobody hears of.
    @export(implementation)
    public convenience init(
        of source: Observable<Value>,
        _ changes: @escaping (_ former: Value, _ present: Value) -> [Key]
    ) {
        let (input, reads) = (source.box, KeyedReads<Key>())
        var former: Value?
        let passing = Observable<Void>(
            from: [source.upstream],
            box: Box(()),
            remembering: { node, isKept in
                let present = input.value
                let keys = isKept ? former.map { changes($0, present) } ?? [] : []
                // Kept also where nobody observes: an observer may come before the source changes.
                letGoLater(exchange(&former, with: present) as Any)
                node.passOn(to: reads.nodes(reading: keys))
                return false
            },
            forget: { alsoValue in alsoValue ? Forgotten(exchange(&former, with: nil) as Any) : nil }
        )
        self.init(input, passing, reads) { keys, entry in reads.set(keys, of: entry) }
    }

    /// Computes the result of an entry, and notes the keys that it has read: unless the computation has ended the last
    /// observation of its reader.
    @export(implementation)
    func compute<Output>(_ entry: KeyedEntry<Key>, _ read: () -> (output: Output, keys: Set<Key>)) -> Output {
        let (output, keys) = read()
        if entry.reader.node != nil { setReads(keys, entry) }
        entry.isStale = false
        return output
    }

    /// The keys that are read at present by observed results. O(k) for k keys.
    @export(implementation) public var observedKeys: Set<Key> { Set(reads.entries.keys) }
}

extension ChangeIndex {
    /// The results of a function of the value and each element of a list, in the order of the list.
    ///
    /// It emits once in a turn in which a key changes that was read for one of the elements, and calls the function for
    /// those elements alone; and in a turn in which the list changes, when it calls it for elements that are new. An
    /// element that occurs twice is computed once. It never ends, and keeps its sources alive.
    ///
    /// - Parameters:
    ///   - list: The elements.
    ///   - read: Computes the result for an element, and reports the keys that it has read. It must depend on nothing
    ///     else.
    /// - Complexity: O(m) calls for the m elements that have read a changed key; O(n) for n elements when the list
    ///   changes.
    @export(implementation)
    public func map<Element: Hashable, Output>(
        _ list: Observable<[Element]>,
        _ read: @escaping (Value, Element) -> (output: Output, keys: Set<Key>)
    ) -> Observable<[Output]> {
        let reader = KeyedList(self, list.box, read)
        return Observable(
            from: [passing.upstream, list.upstream],
            box: reader.box,
            computesToLink: true,
            remembering: { node, isKept in reader.compute(node, isKept) },
            forget: { alsoValue in reader.forget(alsoValue) }
        )
    }
    /// The result of a function of the value and one element.
    ///
    /// It emits in a turn in which a key changes that was read for it. While it is held or followed, the same one is
    /// returned again for an equal element, whichever function it is called with: so a tracked observable may read those of
    /// many elements, and each change computes the results that have read it alone. It never ends, and keeps its sources
    /// alive. O(1), and one computation where it is not known.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - read: Computes the result, and reports the keys that it has read. It must depend on nothing else.
    @export(implementation)
    public func result<Element: Hashable, Output>(
        of element: Element,
        _ read: @escaping (Value, Element) -> (output: Output, keys: Set<Key>)
    ) -> Observable<Output> {
        known.observable(of: element) { map(Observable([element]), read).map { $0[0] } }
    }
}
