import Millrace
import MillraceApp
import MillraceEntities

// What the reader can do, on a screen or in a script.
extension Feed {
    /// A post as it is known.
    func post(_ id: EntityID) -> Post? { try? posts.state.value.entities.read(Post.self, id) }

    /// What stands above the posts of a profile.
    func profile(at place: FeedPlace) -> [PostRow] {
        place.account.flatMap { try? posts.state.value.entities.read(Profile.self, $0) }.map(Recipes.account) ?? []
    }

    /// Shows a post with what it answers and what answers it. Of a boost it is the boosted post.
    func showThread(of post: Post) {
        guard let content = post.content else { return }
        show(.thread(EntityID(.post, content.id)))
    }

    /// Shows the author of a post.
    func showProfile(of post: Post) {
        guard let account = post.content?.account else { return }
        show(.profile(EntityID(.account, account.id)))
    }

    private func show(_ place: FeedPlace) {
        let top = route.state.value.top
        if place != top { dispatcher.dispatch(Go.push(place, from: top)) }
    }

    /// Goes to the next timeline, or to one so many further.
    func selectTab(by step: Int) {
        let route = route.state.value
        let roots = route.tabs.map(\.root)
        guard let present = roots.firstIndex(of: route.selected) else { return }
        dispatcher.dispatch(Go.select(roots[(present + step + roots.count) % roots.count]))
    }

    /// Opens what is behind the warning of a post on this screen, or closes it.
    func toggleOpen(_ post: Post) { tellScreen(ToggleOpen(post: EntityID(.post, post.id))) }

    /// Shows only some of the posts of this screen.
    func filter(_ filter: PostFilter) { tellScreen(FilterPosts(filter: filter)) }

    private func tellScreen(_ action: some Action) { screens.dispatch(action, to: route.state.value.topPlace) }

    /// Marks a post with a star, or takes that back.
    func toggleStar(of post: Post) {
        guard let content = post.content else { return }
        dispatcher.dispatch(MarkFavourite(post: EntityID(.post, content.id), isOn: !content.favourites.isOwn))
    }

    /// Asks for new posts, or again for what could not be loaded.
    func reload() {
        let place = route.state.value.top
        let hasFailed = posts.state.value.lists[place]?.posts.failure != nil
        dispatcher.dispatch(LoadPosts(load: hasFailed ? .again : .newer, place: place))
    }
}
