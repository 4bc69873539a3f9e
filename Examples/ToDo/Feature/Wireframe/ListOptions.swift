import Millrace

/// What the list shows: the state of its screen.
public struct ListOptions: Equatable, Sendable {
    /// What the titles or notes of the items contain; empty for all.
    public var filter: String
    /// Whether what is finished is shown, too.
    public var showsFinished: Bool

    /// Options, by default for all that is not finished.
    public init(filter: String = "", showsFinished: Bool = false) {
        (self.filter, self.showsFinished) = (filter, showsFinished)
    }
}

/// Shows only items that contain a text.
public struct FilterList: Action, Hashable, Codable {
    /// The text; empty for all items.
    public let text: String
}

/// Shows what is finished, or hides it.
public struct ShowFinished: Action, Hashable, Codable {
    /// Whether it is shown.
    public let isShown: Bool
}

/// Makes the store of the list's screen.
func makeListOptions(on dispatcher: Dispatcher) -> Store<ListOptions> {
    Store(ListOptions(), on: dispatcher, name: "list") { store in
        store.on(FilterList.self) { options, action in options.filter = action.text }
        store.on(ShowFinished.self) { options, action in options.showsFinished = action.isShown }
    }
}
