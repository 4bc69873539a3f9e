import Millrace
import MillraceApp
import MillraceEntities
import MillraceTerminal

/// The feed on a terminal. What the reader does goes into the stores; the cursors, the text that is being typed and the
/// page of help stay here.
public final class FeedScreen {
    private let feed: Feed
    private let size: Observable<TerminalSize>
    /// The lists of the screens in the route, as far as they were shown.
    private var lists: [Route<FeedPlace>.Place: PostList] = [:]
    private let top: Variable<PostList>
    /// It is bound, and not derived, so that it changes in the turn of the rows, and no picture mixes old and new.
    private let status: Variable<FeedStatus>
    /// The text that is looked for, while it is typed.
    private let field = Variable<TerminalTextField?>(nil)
    /// How far the page of help is scrolled; nil while it is not shown.
    private let help = Variable<Int?>(nil)
    private let bindings = SubscriptionBag()

    /// A screen for a feed.
    public init(of feed: Feed, size: Observable<TerminalSize>) {
        (self.feed, self.size) = (feed, size)
        let place = feed.route.state.value.topPlace
        let list = PostList(of: feed, at: place, size: size.select { TerminalLayout($0).body.size })
        (lists[place], top) = (list, Variable(list))
        status = Variable(feed.status.value)
        feed.status.bind(to: status).store(in: bindings)
        feed.route.state.observe(for: self) { screen, route in screen.show(route) }
    }

    /// What is to be seen, now and after each change.
    public var canvas: Observable<TerminalCanvas> {
        Observable { [status, top, field, size, help] read in
            if let help = read(help) { return FeedKeys.page(read(size), firstLine: help).canvas }
            let list = read(read(top).renderer.list)
            return FeedDrawing(status: read(status), list: list, field: read(field), size: read(size)).canvas
        }
    }

    /// The row under the cursor.
    var cursor: PostRow.ID? { top.value.renderer.row?.id }

    /// Does what a key says.
    public func press(_ key: TerminalKey) -> TerminalApplication.Continuation {
        if let line = help.value {
            help.value = FeedKeys.page(size.value, firstLine: line).firstLine(after: key)
            return .goOn
        }
        if status.value.problem != nil { feed.dispatcher.dispatch(DismissRefusal()) }
        if let field = field.value {
            find(key, field)
        } else if let command = FeedKeys.map.command(for: key) {
            return perform(command)
        } else {
            _ = top.value.move(key.movement)
        }
        return .goOn
    }

    private func show(_ route: Route<FeedPlace>) {
        lists = lists.filter { route.contains($0.key) }
        let place = route.topPlace
        let list = lists[place] ?? PostList(of: feed, at: place, size: size.select { TerminalLayout($0).body.size })
        lists[place] = list
        if top.value !== list { (top.value, field.value) = (list, nil) }
    }

    private func perform(_ command: FeedCommand) -> TerminalApplication.Continuation {
        switch command {
        case .help: help.value = 0
        case .quit: return .quit
        case .back: return goBack()
        case .top: top.value.goToTop()
        case .find: field.value = TerminalTextField(filter.text)
        case .filter: feed.filter(PostFilter(kind: filter.kind.next, text: filter.text))
        case .reload: feed.reload()
        case .nextTab: feed.selectTab(by: 1)
        case .previousTab: feed.selectTab(by: -1)
        case .thread: top.value.post.map(feed.showThread)
        case .profile: top.value.post.map(feed.showProfile)
        case .open: top.value.post.map(feed.toggleOpen)
        case .star: top.value.post.map(feed.toggleStar)
        }
        return .goOn
    }

    /// Shows all posts again, or goes to the screen below; at a tab the program ends.
    private func goBack() -> TerminalApplication.Continuation {
        if !filter.isEmpty {
            feed.filter(PostFilter())
        } else if feed.route.state.value.topPlace.depth > 0 {
            feed.dispatcher.dispatch(Go.back)
        } else {
            return .quit
        }
        return .goOn
    }

    // MARK: The filter

    private var filter: PostFilter { feed.screen(at: top.value.place).value.filter }

    private func find(_ key: TerminalKey, _ field: TerminalTextField) {
        var (field, filter) = (field, filter)
        switch key {
        case .enter:
            self.field.value = nil
            return
        case .escape: (self.field.value, filter.text) = (nil, "")
        default:
            if !field.press(key) { _ = top.value.move(key) }
            (self.field.value, filter.text) = (field, field.text)
        }
        feed.filter(filter)
    }
}

extension PostFilter.Kind? {
    /// The kind after this one; nil, for all, after the last.
    fileprivate var next: PostFilter.Kind? {
        let all = PostFilter.Kind.allCases
        guard let self, let index = all.firstIndex(of: self) else { return all.first }
        return index + 1 < all.count ? all[index + 1] : nil
    }
}
