import MillraceFlux

/// The members of a family that have been made because somebody has asked for them, in order, and when: actions for all
/// stores reach them from then on.
final class MadeMembers<Key: Hashable> {
    private var made: [(key: Key, number: Int)] = []

    /// Notes the members of a family with `Making.whenAsked`. The reader must be one of that family.
    init(of family: StoreFamily<Key, some Any>, by reader: FamilyReader<Key>) {
        guard family.isMadeWhenAsked else { return }
        let dispatcher = family.dispatcher
        reader.onMade { [weak self, unowned dispatcher] key in self?.made.append((key, dispatcher.handledCount)) }
    }

    /// Whether there are none.
    var isEmpty: Bool { made.isEmpty }

    /// The members that had been made before an action was handed to its handlers.
    func keys(before number: Int) -> [Key] { made.lazy.filter { $0.number < number }.map(\.key) }

    /// Removes and returns all.
    func take() -> [Key] { exchange(&made, with: []).map(\.key) }
}
