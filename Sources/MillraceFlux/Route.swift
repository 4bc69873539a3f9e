import MillraceSignals
import Synchronization

/// One callback for the actions of one type.
@usableFromInline
final class Entry<ActionType: Action> {
    @usableFromInline let registrant: Registrant

    /// The registrants whose entries for the same type come before this one.
    let after: [Registrant]
    @usableFromInline let call: (ActionType) -> Void

    /// The dispatch in which the entry was added; it is not called in that one unless it is waited for.
    @usableFromInline let addedIn: Int

    /// The last dispatch in which the entry was called, and the last in which it returned.
    @exclusivity(unchecked) @usableFromInline var startedIn = 0
    @exclusivity(unchecked) @usableFromInline var finishedIn = 0

    init(_ registrant: Registrant, after: [Registrant], addedIn: Int, call: @escaping (ActionType) -> Void) {
        self.registrant = registrant
        self.after = after
        self.addedIn = addedIn
        self.call = call
    }

    @inlinable var isRemoved: Bool { registrant.isRemoved.load(ordering: .relaxed) }

    @inlinable
    func call(with action: ActionType, in dispatch: Int) {
        startedIn = dispatch
        call(action)
        finishedIn = dispatch
    }
}

/// A callback for the actions of every type.
struct Callback {
    let registrant: Registrant
    let call: (any Action) -> Void
}

/// The way of the actions of one type, as far as it does not depend on the type.
@usableFromInline
class AnyRoute {
    var actionName: String { "" }
    func add(_ callback: Callback, addedIn: Int) {}
    func dropRemoved() {}
    func call(_ registrant: Registrant, in dispatch: Int) {}
}

/// The way of the actions of one type: the entries that are called, in their order.
@usableFromInline
final class Route<ActionType: Action>: AnyRoute {
    /// In the order in which they were added.
    private var entries: [Entry<ActionType>] = []

    /// In the order in which they are called: as added, but each after those that it declares to come after.
    @exclusivity(unchecked) @usableFromInline var ordered: [Entry<ActionType>] = []

    /// What is being dispatched.
    @exclusivity(unchecked) @usableFromInline var action: ActionType?

    override var actionName: String { "\(ActionType.self)" }

    func add(_ entry: Entry<ActionType>) {
        entries.append(entry)
        ordered = sorted()
    }

    override func add(_ callback: Callback, addedIn: Int) {
        add(Entry(callback.registrant, after: [], addedIn: addedIn) { callback.call($0) })
    }

    override func dropRemoved() {
        entries.removeAll(where: \.isRemoved)
        ordered.removeAll(where: \.isRemoved)
    }

    /// Calls the entries of a registrant that have not been called in this dispatch.
    override func call(_ registrant: Registrant, in dispatch: Int) {
        guard let action else { return }
        for entry in ordered where entry.registrant === registrant && entry.finishedIn != dispatch {
            guard entry.startedIn != dispatch else {
                fatalError(
                    """
                    Dispatcher.waitFor: \(registrant.label) is waited for while it is waiting itself, in \(actionName). \
                    To fix: break the circle; of two callbacks only one can wait for the other.
                    """
                )
            }
            entry.call(with: action, in: dispatch)
        }
    }

    /// The entries, each after those it declares to come after, otherwise as added. A circle is reported.
    ///
    /// Topological order by depth-first search (Tarjan 1976), O(n + m) for n entries and m declarations.
    private func sorted() -> [Entry<ActionType>] {
        var result: [Entry<ActionType>] = []
        var visited: Set<ObjectIdentifier> = []
        var path: [Entry<ActionType>] = []

        func visit(_ entry: Entry<ActionType>) {
            if let start = path.firstIndex(where: { $0 === entry }) { stopCircle(path[start...]) }
            guard visited.insert(ObjectIdentifier(entry)).inserted else { return }
            path.append(entry)
            for registrant in entry.after {
                for other in entries where other.registrant === registrant { visit(other) }
            }
            path.removeLast()
            result.append(entry)
        }
        for entry in entries { visit(entry) }
        return result
    }

    private func stopCircle(_ circle: ArraySlice<Entry<ActionType>>) -> Never {
        let names = (circle + circle.prefix(1)).map(\.registrant.label).joined(separator: " after ")
        fatalError(
            """
            Store.on: the handlers of \(actionName) come after each other in a circle: \(names). \
            To fix: drop one `after:`; of two stores only one can come after the other.
            """
        )
    }
}
