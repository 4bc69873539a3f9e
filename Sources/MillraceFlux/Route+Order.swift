import MillraceSignals

// The order in which the handlers of one type are called.

extension Route {
    /// The entries, each after those it declares to come after, otherwise as added. A circle is reported.
    ///
    /// Topological order by depth-first search (Tarjan 1976), with a stack of its own: depth is free.
    ///
    /// - Parameter place: Where the user's code registers.
    func sorted(for place: CallPlace) -> [Entry<ActionType>] {
        let entriesOf = Dictionary(grouping: entries) { ObjectIdentifier($0.registrant) }
        func preceding(_ entry: Entry<ActionType>) -> [Entry<ActionType>] {
            entry.after.flatMap { entriesOf[ObjectIdentifier($0)] ?? [] }
        }
        var result: [Entry<ActionType>] = []
        var visited: Set<ObjectIdentifier> = []
        var path: [(entry: Entry<ActionType>, before: ArraySlice<Entry<ActionType>>)] = []
        var onPath: Set<ObjectIdentifier> = []

        for entry in entries where visited.insert(ObjectIdentifier(entry)).inserted {
            path.append((entry, preceding(entry)[...]))
            onPath.insert(ObjectIdentifier(entry))
            while let last = path.last {
                guard let next = path[path.count - 1].before.popFirst() else {
                    path.removeLast()
                    onPath.remove(ObjectIdentifier(last.entry))
                    result.append(last.entry)
                    continue
                }
                if visited.insert(ObjectIdentifier(next)).inserted {
                    path.append((next, preceding(next)[...]))
                    onPath.insert(ObjectIdentifier(next))
                } else if onPath.contains(ObjectIdentifier(next)) {
                    stopCircle(path.drop { $0.entry !== next }.map(\.entry), place)
                }
            }
        }
        return result
    }

    private func stopCircle(_ circle: [Entry<ActionType>], _ place: CallPlace) -> Never {
        let names = (circle + circle.prefix(1)).map(\.registrant.label).joined(separator: " after ")
        stop(
            """
            Store.on: the handlers of \(actionName) come after each other in a circle: \(names). \
            To fix: drop one `after:`; of two stores only one can come after the other.
            """,
            file: place.file,
            line: place.line
        )
    }
}
