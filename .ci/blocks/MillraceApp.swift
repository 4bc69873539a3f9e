// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace
import MillraceApp
@_exported import MillraceEntities
@_exported import MillraceNetwork

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {
    func show(_ screen: FirstScreen) {}
    func log(_ text: String) {}
    func log(_ error: some Error) {}
}

let url = URL(fileURLWithPath: "")
let settings = URL(fileURLWithPath: "")
@MainActor var dispatcher: Dispatcher { some() }
@MainActor var session: Store<Session> { some() }
@MainActor var route: Store<Route<Screen>> { some() }
@MainActor var store: Store<Inbox> { some() }
@MainActor var feed: Store<FeedState> { some() }
@MainActor var rooms: StoreFamily<Route<Screen>.Place, Int> { some() }
@MainActor var links: DeepLinks<Route<Screen>> { some() }
@MainActor var router: Router<Screen> { some() }
@MainActor var screens: Screens { some() }
@MainActor var service: InboxService { some() }
let room = DeepLink(Screen.room) { "room" / String.self }
let compose = DeepLink(Screen.compose, "compose")

@MainActor func makeRoom(_ id: String, on dispatcher: Dispatcher) -> Store<Int> { some() }
func forgetPictures() {}

enum Screen: Hashable, Codable {
    case rooms, settings, room(String), event(Int), eventPage(Int, Int), roomEvent(String, Int, Int), compose
}
typealias Go = Navigate<Screen>
struct Session { let user: String? }
struct Message: Identifiable, Equatable, Sendable { let id: Int }
struct Inbox {
    var messages = Pages<Message, String, RequestError>("messages")
    var route: Route<Screen>
    var booking = Draft(Booking()), isSent = false
}
struct Booking: Editable, Codable {
    var guest = "", nights = 1, email = ""
    static let fields: [Field<Booking>] = [
        Field("guest", \.guest), Field("nights", \.nights), Field("email", \.email),
    ]
}
func send(_ booking: Booking) async -> [String: String] { [:] }
struct FeedState {
    var entities: EntityTable
    var posts: Pages<EntityID, String, RequestError>
}
struct FeedAnswer: Sendable { let posts: EntityAnswer, ticket: EntityTicket, next: String? }
final class InboxService {
    var page: Pages<Message, String, RequestError>.Fetch<Page<Message, String>> { some() }
}
struct ScrolledToEnd: Action {}
struct PulledDown: Action {}
struct TappedRetry: Action {}
struct FirstScreen {}
enum TemperatureUnit: String, Codable { case celsius, fahrenheit; var symbol: String { "" } }
@MainActor final class Screens: @MainActor RouteRenderer {
    func perform(_ step: RouteStep<Screen>) async throws {}
}
final class Logs: Service { func start(with services: StartedServices) async throws {} }
final class Database: Service {
    func start(with services: StartedServices) async throws {}
    nonisolated(nonsending) func open(table: String) async throws {}
}
final class Feed: Service { func start(with services: StartedServices) async throws {} }
final class Search: Service { func start(with services: StartedServices) async throws {} }
