import MillraceBase
import MillraceSignals

/// Computes a result for each element of a list, and again for those that have read a changed key.
@usableFromInline
final class KeyedList<Value, Key: Hashable, Element: Hashable, Output>: KeyedReader<Key> {
    @usableFromInline let box = Box<[Output]>()
    @usableFromInline let index: ChangeIndex<Value, Key>
    @usableFromInline let input: Box<[Element]>
    @usableFromInline let read: (Value, Element) -> (output: Output, keys: Set<Key>)
    @usableFromInline var list: [Element] = []
    @usableFromInline var entries: [Element: KeyedEntry<Key>] = [:]

    @export(implementation)
    init(
        _ index: ChangeIndex<Value, Key>,
        _ input: Box<[Element]>,
        _ read: @escaping (Value, Element) -> (output: Output, keys: Set<Key>)
    ) {
        (self.index, self.input, self.read) = (index, input, read)
        super.init()
    }

    @export(implementation)
    func compute(_ node: Node, _ isKept: Bool) -> Bool {
        let present = input.value
        guard isKept else { return computeAll(present, node) }
        let isFirst = self.node == nil
        self.node = node
        if !isFirst, present == list {
            let isChanged = update(node)
            if !wasLeft { return isChanged }
        } else {
            let outputs = follow(present, isFirst ? nil : box.value)
            if !wasLeft {
                box.write(outputs, of: node)
                return true
            }
        }
        return computeAll(present, node)
    }

    @export(implementation)
    func computeAll(_ present: [Element], _ node: Node) -> Bool {
        box.write(present.map { read(index.present.value, $0).output }, of: node)
        return true
    }

    @export(implementation)
    func output(for element: Element, _ entry: KeyedEntry<Key>) -> Output {
        index.compute(entry) { read(index.present.value, element) }
    }

    /// Computes again what is stale, and puts it into the array that is there: unless somebody has kept that, no other
    /// result is copied.
    @export(implementation)
    func update(_ node: Node) -> Bool {
        if stale.isEmpty { return false }
        let list = list
        let news = exchange(&stale, with: []).compactMap { entry in
            entry.positions.first.map { (output: output(for: list[$0], entry), positions: entry.positions) }
        }
        if wasLeft { return true }
        box.update(of: node) { outputs in
            for (output, positions) in news {
                for position in positions {
                    // What it replaces is the user's, and may do anything when it goes.
                    let former = exchange(&outputs[position], with: output)
                    if !_isPOD(Output.self) { letGoLater(former) }
                }
            }
        }
        return true
    }

    /// Computes the results of another list; those of elements that were in the former one, and have read nothing that
    /// has changed, stay.
    @export(implementation)
    func follow(_ present: [Element], _ former: [Output]?) -> [Output] {
        var outputs: [Output] = []
        outputs.reserveCapacity(present.count)
        var left = exchange(&entries, with: [:])
        for (position, element) in present.enumerated() {
            if let entry = entries[element], let first = entry.positions.first {
                outputs.append(outputs[first])
                entry.positions.append(position)
                continue
            }
            let entry = left.removeValue(forKey: element) ?? KeyedEntry(self)
            if let former, let last = entry.positions.first, !entry.isStale {
                outputs.append(former[last])
            } else {
                outputs.append(output(for: element, entry))
            }
            entry.positions = [position]
            entries[element] = entry
        }
        stale = []
        for entry in left.values { index.setReads([], entry) }
        list = present
        return outputs
    }

    /// Forgets all, when it is not observed any more.
    @export(implementation)
    func forget(_ alsoValue: Bool) -> AnyObject? {
        for entry in entries.values { index.setReads([], entry) }
        let former = (exchange(&entries, with: [:]), alsoValue ? box.replaceValue(with: []) : nil)
        stale = []
        list = []
        node = nil
        return Forgotten(former.0, former.1)
    }
}
