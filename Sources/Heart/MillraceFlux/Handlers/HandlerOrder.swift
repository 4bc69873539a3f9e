import MillraceBase
import MillraceSignals

/// The handlers of one type of actions, each after those that it declares to come after, otherwise as they were
/// registered. A cycle ends the process with a message that names it.
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
    result.reserveCapacity(handlers.count)
    // By the place of a handler in the list.
    var states = [State](repeating: .unvisited, count: handlers.count)
    var path: [(handler: Handler, before: ArraySlice<Handler>)] = []
    func enter(_ handler: Handler) {
        states[Int(handler.place)] = .onPath
        path.append((handler, preceding(handler)[...]))
    }

    for (index, handler) in handlers.enumerated() { handler.place = UInt32(index) }
    for handler in handlers where states[Int(handler.place)] == .unvisited {
        enter(handler)
        while let last = path.last {
            guard let next = path[path.count - 1].before.popFirst() else {
                path.removeLast()
                states[Int(last.handler.place)] = .done
                result.append(last.handler)
                continue
            }
            switch states[Int(next.place)] {
            case .unvisited: enter(next)
            case .onPath: stopCycle(path.drop { $0.handler !== next }.map(\.handler), site)
            case .done: break
            }
        }
    }
    return result
}

private enum State { case unvisited, onPath, done }

private func stopCycle(_ cycle: [Handler], _ site: CallSite) -> Never {
    let names = (cycle + cycle.prefix(1)).map(\.registrant.label).joined(separator: " after ")
    let actionName = cycle.first.map { "\($0.actionType)" } ?? "an action"
    stop(
        """
        Store.on: the handlers of \(actionName) come after each other in a cycle: \(names). \
        To fix: drop one `after:`; of two stores only one can come after the other.
        """,
        at: site
    )
}
