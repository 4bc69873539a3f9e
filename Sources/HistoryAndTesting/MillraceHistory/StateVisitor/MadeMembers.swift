import MillraceFlux

/// The members of a family that have been made because somebody has asked for them, in order, each with a note that is
/// taken when it is made: a recording notes when, a tester the state.
package final class MadeMembers<Key: Hashable, Note> {
    /// Those since the last ``take()``.
    package private(set) var present: [(key: Key, note: Note)] = []

    /// Notes the members of a family with `Making.whenAsked`. The reader must be one of that family, and no closure of it
    /// keeps what it notes alive.
    package init(
        of family: StoreFamily<Key, some Any>,
        by reader: FamilyReader<Key>,
        noting note: @escaping (Key) -> Note
    ) {
        guard family.isMadeWhenAsked else { return }
        reader.onMade { [weak self] key in self?.present.append((key, note(key))) }
    }

    /// Whether there are none.
    package var isEmpty: Bool { present.isEmpty }

    /// Removes and returns all.
    package func take() -> [(key: Key, note: Note)] { exchange(&present, with: []) }
}
