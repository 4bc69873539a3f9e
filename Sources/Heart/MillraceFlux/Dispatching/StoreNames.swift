#if DEBUG
import MillraceBase

/// The names that a dispatcher's stores were given, of which two alike are reported: in a debug build.
///
/// Recordings, the inspector and journals know stores by their names, so that a name which two have is an error there.
/// It is found where it is made, and not when the first recording is.
struct StoreNames {
    private struct Entry {
        weak let store: Registration?
    }

    private var stores: [Entry] = []
    private var newStores: [Entry] = []
    private var reported: Set<String> = []

    mutating func add(_ store: Registration) { newStores.append(Entry(store: store)) }

    var hasNew: Bool { !newStores.isEmpty }

    /// Reports each name that a new store shares with another one, once. Called when an action is dispatched: a member of
    /// a family, which has its name from its element, is known by then.
    ///
    /// - Returns: The stores. One whose last reference this is must not be released in here, since user code then runs.
    mutating func reportShared() -> [Registration] {
        let all = (stores + exchange(&newStores, with: [])).compactMap(\.store)
        var names: Set<String> = []
        let others = all.filter { store in
            let registrant = store.registrant
            guard !registrant.hasEnded, !registrant.isMember else { return false }
            if !names.insert(registrant.label).inserted, reported.insert(registrant.label).inserted {
                writeToStandardError(
                    """
                    Store.init: two stores on one dispatcher are named \(registrant.label). \
                    To fix: pass another `name:` to one; recordings, journals and the inspector know stores by their names.
                    """
                )
            }
            return true
        }
        stores = others.map { Entry(store: $0) }
        return all
    }
}
#endif
