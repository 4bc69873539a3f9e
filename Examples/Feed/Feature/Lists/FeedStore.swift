import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork
import MillraceOffline

/// The first screen is shown: its list is loaded, and what the last run could not send is sent.
struct Begin: Action {}

/// Loads posts of a list.
public struct LoadPosts: Action, Hashable, Codable {
    let load: FeedState.Load
    let place: FeedPlace
}

/// Asks for what is new in the list on top, now and then.
struct AskForNew: Action {}

/// The reader sees a post, and with it all below it.
public struct SeePost: Action, Hashable, Codable {
    let post: EntityID
    let place: FeedPlace
}

/// The reader has read what was refused.
struct DismissRefusal: Action {}

/// Makes the store of the posts and their lists.
func makeFeedStore(
    route: Store<Route<FeedPlace>>,
    with services: FeedServices,
    durability: Durability,
    on dispatcher: Dispatcher
) -> Store<FeedState> {
    let sender = services.sender(durability: durability)
    func askLater() -> Effect {
        guard let interval = services.interval else { return .none }
        return .run("ask for new", .latest, after: interval) { AskForNew() }
    }
    return Store(FeedState(device: services.device, login: services.login), on: dispatcher, name: "feed") { store in
        store.on(Begin.self, after: [route]) { state, _ in
            state.outbox.show(in: &state.entities)
            return [state.enter(route.state.value, with: services), state.outbox.send(by: sender), askLater()]
        }
        store.onChange(of: \.outbox) { state, _ in state.outbox.send(by: sender) }
        // The list of a screen is loaded when the screen is entered, and goes with it.
        store.on(Go.self, after: [route]) { state, _ in state.enter(route.state.value, with: services) }
        store.on(LoadPosts.self) { state, action in state.load(action.load, of: action.place, with: services) }
        store.on(AskForNew.self, after: [route]) { state, _ in
            [state.load(.newer, of: route.state.value.top, with: services), askLater()]
        }
        store.on(PageLoaded<PostsAnswer, RequestError>.self) { state, loaded in
            let effect = state.take(loaded, with: services)
            // An answer shows that the network works again.
            if case .success = loaded.result { state.outbox.hurry() }
            return effect
        }
        store.on(SeePost.self) { state, action in state.lists[action.place]?.see(action.post) }
        store.on(MarkFavourite.self) { state, action in state.mark(action.post, isOn: action.isOn) }
        store.on(OutboxAnswered<Favourite>.self) { state, answered in state.take(answered) }
        store.on(DismissRefusal.self) { state, _ in state.refusal = nil }
    }
}
