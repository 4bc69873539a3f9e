import Millrace
import MillraceSpecs
import Synchronization

/// The user taps the star of a post.
struct ToggleStar: Action {}

/// The server has answered.
struct StarAnswered: Action {
    let wanted: Bool
    let isRefused: Bool
}

/// The post is read from the server again.
struct ReloadPost: Action {}
struct PostLoaded: Action { let isStarred: Bool }

struct StarRefused: Error {}
struct NoConnection: Error {}

/// A post with a star, which is shown before the server has it.
struct StarredPost: Equatable {
    var isStarred = false

    /// What the server said last.
    var confirmed = false

    /// The last wish that the server has not answered.
    var wish: Bool?
    var isLoading = false
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
    }

    var fault: Fault?

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
                    if fault == .takesBackWhatWasShown {
                        state.isStarred.toggle()
                        state.isStarred = !action.wanted
                    } else {
                        state.isStarred = state.confirmed
                    }
                } else if fault != .merges {
                    state.isStarred = state.confirmed
                }
                return .none
            }
        }
    }
}
