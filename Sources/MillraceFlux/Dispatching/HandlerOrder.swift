import MillraceSignals

/// The handlers of one type of actions, each after those that it declares to come after, otherwise as they were
/// registered. A circle ends the process with a message that names it.
///
/// Topological order by depth-first search (Tarjan 1976), with a stack of its own: depth is free.
///
/// - Parameters:
///   - handlers: The handlers, as they were registered.
///   - site: Where the user's code registers the last of them.
func sorted(_ handlers: [Handler], registeredAt site: CallSite) -> [Handler] {
    let handlersOf = Dictionary(grouping: handlers) { ObjectIdentifier($0.registrant) }
    func preceding(_ handler: Handler) -> [Handler] {
        handler.after.flatMap { handlersOf[ObjectIdentifier($0)] ?? [] }
    }
    var result: [Handler] = []
    var visited: Set<ObjectIdentifier> = []
    var path: [(handler: Handler, before: ArraySlice<Handler>)] = []
    var onPath: Set<ObjectIdentifier> = []

    for handler in handlers where visited.insert(ObjectIdentifier(handler)).inserted {
        path.append((handler, preceding(handler)[...]))
        onPath.insert(ObjectIdentifier(handler))
        while let last = path.last {
            guard let next = path[path.count - 1].before.popFirst() else {
                path.removeLast()
                onPath.remove(ObjectIdentifier(last.handler))
                result.append(last.handler)
                continue
            }
            if visited.insert(ObjectIdentifier(next)).inserted {
                path.append((next, preceding(next)[...]))
                onPath.insert(ObjectIdentifier(next))
            } else if onPath.contains(ObjectIdentifier(next)) {
                stopCircle(path.drop { $0.handler !== next }.map(\.handler), site)
            }
        }
    }
    return result
}

private func stopCircle(_ circle: [Handler], _ site: CallSite) -> Never {
    let names = (circle + circle.prefix(1)).map(\.registrant.label).joined(separator: " after ")
    let actionName = circle.first.map { "\($0.actionType)" } ?? "an action"
    stop(
        """
        Store.on: the handlers of \(actionName) come after each other in a circle: \(names). \
        To fix: drop one `after:`; of two stores only one can come after the other.
        """,
        file: site.file,
        line: site.line
    )
}
