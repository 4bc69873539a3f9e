import MillraceBase
import MillraceSignals

/// A reader of keys, which computes again when one of them has changed.
@usableFromInline
class KeyedReader<Key: Hashable> {
    /// Its node, while it is observed. The node's computation owns the reader.
    @usableFromInline final weak var node: Node?

    /// The entries to compute again.
    @usableFromInline final var stale: [KeyedEntry<Key>] = []

    @export(implementation)
    init() {}

    /// Whether it has lost its last observer while it was computing, which a closure of the user may have cancelled.
    /// Then the caller computes all, and nothing of that is part of the index.
    @export(implementation) final var wasLeft: Bool { node == nil }
}

/// One computation of a reader: for an element of its list.
@usableFromInline
class KeyedEntry<Key: Hashable> {
    @usableFromInline final unowned let reader: KeyedReader<Key>
    @usableFromInline final var keys: Set<Key> = []

    /// Its positions in the list of the reader.
    @usableFromInline final var positions: [Int] = []
    @usableFromInline final var isStale = false

    @export(implementation)
    init(_ reader: KeyedReader<Key>) { self.reader = reader }
}

/// From each key to the entries that have read it.
@usableFromInline
final class KeyedReads<Key: Hashable> {
    @usableFromInline
    enum Entries {
        case one(KeyedEntry<Key>)
        case many([ObjectIdentifier: KeyedEntry<Key>])
    }

    @usableFromInline var entries: [Key: Entries] = [:]

    @export(implementation)
    init() {}

    /// Replaces the keys that an entry has read.
    @export(implementation)
    func set(_ keys: Set<Key>, of entry: KeyedEntry<Key>) {
        if entry.keys == keys { return }
        for key in entry.keys where !keys.contains(key) { remove(entry, key) }
        for key in keys where !entry.keys.contains(key) { add(entry, key) }
        entry.keys = keys
    }

    @export(implementation)
    func add(_ entry: KeyedEntry<Key>, _ key: Key) { Self.add(entry, to: &entries[key]) }

    /// The entries are out of their place meanwhile, so that those of a dictionary are not copied.
    @export(implementation)
    static func add(_ entry: KeyedEntry<Key>, to entries: inout Entries?) {
        switch exchange(&entries, with: nil) {
        case nil: entries = .one(entry)
        case .one(let other): entries = .many([ObjectIdentifier(other): other, ObjectIdentifier(entry): entry])
        case .many(var many):
            many[ObjectIdentifier(entry)] = entry
            entries = .many(many)
        }
    }

    @export(implementation)
    func remove(_ entry: KeyedEntry<Key>, _ key: Key) {
        guard case .many(var many) = entries.removeValue(forKey: key) else { return }
        many[ObjectIdentifier(entry)] = nil
        if !many.isEmpty { entries[key] = .many(many) }
    }

    /// The nodes of the readers of changed keys. Marks the entries as stale.
    @export(implementation)
    func nodes(reading keys: [Key]) -> [Node] {
        var nodes: [Node] = []
        for key in keys {
            switch entries[key] {
            case nil: continue
            case .one(let entry): mark(entry, &nodes)
            case .many(let many): for entry in many.values { mark(entry, &nodes) }
            }
        }
        return nodes
    }

    /// Marks an entry as stale; its reader's node is notified once.
    @export(implementation)
    func mark(_ entry: KeyedEntry<Key>, _ nodes: inout [Node]) {
        if entry.isStale { return }
        entry.isStale = true
        entry.reader.stale.append(entry)
        if entry.reader.stale.count == 1, let node = entry.reader.node { nodes.append(node) }
    }
}
