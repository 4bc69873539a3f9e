import Millrace
import MillraceEntities

/// What the reader has done on one screen, in a store that lives as long as the screen has its place.
public struct PostScreen: Equatable, Sendable {
    /// The posts in the list whose warnings the reader has opened.
    public internal(set) var open: Table<EntityID> = []
    /// Which posts are shown.
    public internal(set) var filter = PostFilter()
}

/// Opens what is behind the warning of a post, or closes it.
public struct ToggleOpen: Action, Hashable, Codable {
    let post: EntityID
}

/// Shows only some of the posts.
public struct FilterPosts: Action, Hashable, Codable {
    let filter: PostFilter
}

/// Makes the store of a screen.
func makePostScreen(on dispatcher: Dispatcher) -> Store<PostScreen> {
    Store(PostScreen(), on: dispatcher, name: "screen") { store in
        store.on(ToggleOpen.self) { screen, action in
            if screen.open.remove(id: action.post) == nil { screen.open.append(action.post) }
        }
        store.on(FilterPosts.self) { screen, action in screen.filter = action.filter }
    }
}
