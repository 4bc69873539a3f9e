import Millrace
import MillraceApp

/// The homeserver says what a person is called.
struct ProfileTold: Action { let person: Person }

struct ProfileNotTold: Action { let problem: ChatProblem }

/// Asks for the profile of the person whose page is opened: the rooms may not agree, or be none.
func registerProfiles(_ rooms: Store<RoomsState>, route: Store<Route<ChatPlace>>, with services: ChatServices) {
    rooms.on(Go.self, after: [route]) { state, _ in
        guard let user = route.state.value.person else {
            state.profileProblem = nil
            return .cancel("profile")
        }
        return .asking("profile", .latest) { send in
            send(ProfileTold(person: try await services.client.send(ProfileRequest(user: user))))
        } failing: {
            ProfileNotTold(problem: $0)
        }
    }
    rooms.on(ProfileTold.self) { state, action in
        state.profileProblem = nil
        state.merge([action.person])
    }
    rooms.on(ProfileNotTold.self) { state, action in state.profileProblem = action.problem.message }
}
