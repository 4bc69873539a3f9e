import MillraceSignals

/// What becomes of the members of a family, told to those who read it. It knows keys and no stores, so its members may
/// keep it.
@usableFromInline
final class FamilyLog<Key: Hashable> {
    /// The name of the family.
    let name: String

    private struct Reader { weak let reader: FamilyReader<Key>? }
    private var readers: [Reader] = []

    /// Changes whenever something becomes of a member. Nil until somebody observes the family.
    private var madePulse: Observable<Void>?
    private let home: Home

    init(of name: String, in home: Home) {
        self.name = name
        self.home = home
    }

    /// What changes whenever something becomes of a member.
    var pulse: Upstream {
        if let madePulse { return madePulse.upstream }
        let made = Observable(root: (), in: home).named(name)
        madePulse = made
        return made.upstream
    }

    /// A reader, which is told of everything from now on, for as long as it is kept.
    func makeReader() -> FamilyReader<Key> {
        let made = FamilyReader<Key>()
        readers.removeAll { $0.reader == nil }
        readers.append(Reader(reader: made))
        return made
    }

    /// Tells all readers. O(n) for n readers, however many members there are.
    func note(_ event: FamilyReader<Key>.Event, of key: Key, _ turn: Turn) {
        for reader in readers { reader.reader?.note(event, of: key) }
        if let madePulse { turn.changed(madePulse.upstream.node) }
    }
}

/// A member of a family: its key, and where it tells what becomes of it.
final class FamilyMember<Key: Hashable>: Membership {
    let key: Key
    private let log: FamilyLog<Key>

    init(_ key: Key, in log: FamilyLog<Key>) {
        self.key = key
        self.log = log
    }

    var label: String { "\(log.name)[\(key)]" }

    func memberChanged(_ turn: Turn) { log.note(.changed, of: key, turn) }
}
