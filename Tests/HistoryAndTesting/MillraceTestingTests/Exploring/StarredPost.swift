import Millrace
import MillraceHistory
import MillraceSpecs
import MillraceTesting
import Synchronization

/// The user taps the star of a post.
struct ToggleStar: Action {}

/// The server has answered.
struct StarAnswered: Action {
    let wanted: Bool
    let isRefused: Bool
}

struct StarRefused: Error {}
struct NoConnection: Error {}

/// A post with a star, which is shown before the server has it.
struct StarredPost: Equatable {
    var isStarred = false

    /// What the server said last.
    var confirmed = false

    /// The last wish that the server has not answered.
    var wish: Bool?
}

/// What the server knows.
final class StarServer: Sendable {
    private let content = Mutex(false)

    var isStarred: Bool {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

/// The feature, right or with one of its faults.
struct PostFeature {
    enum Fault: CaseIterable {
        /// Answers overtake each other.
        case merges
        /// What a refused tap takes back is what was shown, not what the server has.
        case takesBackWhatWasShown
        /// A refusal is not handled.
        case staysWaiting

        /// The fewest steps that show it.
        var story: [String] {
            switch self {
            case .merges: ["tap", "tap", "star false: done", "star true: done"]
            case .takesBackWhatWasShown:
                ["tap", "tap", "star true: fails: StarRefused()", "star false: fails: StarRefused()"]
            case .staysWaiting: ["tap", "star true: fails: StarRefused()"]
            }
        }
    }

    var fault: Fault?

    /// Explores the screen: three taps, and answers in any order.
    func explore(faults: Int = 2, taps: Int = 3) throws -> Exploration {
        try MillraceTesting.explore(faults: faults) { world in
            let server = StarServer()
            let dispatcher = Dispatcher(on: world.scheduler)
            let post = makeStore(world.outside, server, on: dispatcher)
            world.may("tap", times: taps) { dispatcher.dispatch(ToggleStar()) }
            world.compare("server") { server.isStarred }
            world.always("a wish is shown") { post.state.value.wish.map { $0 == post.state.value.isStarred } ?? true }
            world.atRest("what is shown is what the server has") {
                post.state.value.isStarred
            } equals: {
                server.isStarred
            }
            return Inspection(of: post)
        }
    }

    func makeStore(_ outside: Outside, _ server: StarServer, on dispatcher: Dispatcher) -> Store<StarredPost> {
        let fault = fault
        return Store(StarredPost(), on: dispatcher, name: "post") { store in
            @Sendable func send(_ wanted: Bool) async throws -> any Action {
                do {
                    try await outside.answer("star \(wanted)", failing: [StarRefused()]) { server.isStarred = wanted }
                    return StarAnswered(wanted: wanted, isRefused: false)
                } catch is StarRefused {
                    return StarAnswered(wanted: wanted, isRefused: true)
                }
            }
            store.on(ToggleStar.self) { state, _ in
                state.isStarred.toggle()
                let wanted = state.isStarred
                if state.wish != nil, fault != .merges {
                    state.wish = wanted
                    return .none
                }
                state.wish = wanted
                return .run("star") { try await send(wanted) }
            }
            store.on(StarAnswered.self) { state, action in
                if action.isRefused, fault == .staysWaiting { return .none }
                if !action.isRefused { state.confirmed = action.wanted }
                if let wish = state.wish, wish != action.wanted, fault != .merges {
                    return .run("star") { try await send(wish) }
                }
                state.wish = nil
                if action.isRefused {
                    state.isStarred = fault == .takesBackWhatWasShown ? !action.wanted : state.confirmed
                } else if fault != .merges {
                    state.isStarred = state.confirmed
                }
                return .none
            }
        }
    }
}
