// The questions that a recording asks a dispatcher.

extension Dispatcher {
    /// The types of actions for which stores have registered, also those that are gone, in no particular order. O(n).
    package var handledTypes: [any Action.Type] { handlers.all.map(\.actionType) }

    /// The number of these types. It only grows.
    package var handledTypeCount: Int { handlers.count }
}
