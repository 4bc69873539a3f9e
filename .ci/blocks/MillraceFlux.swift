// The names that the examples in doc comments of this module use, for .ci/documentation.
import Foundation
import Millrace
@_exported import MillraceHistory

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

typealias Returned = Effect

let service = Service()
let disk = Service()
let url = URL(fileURLWithPath: "")
@MainActor var dispatcher: Dispatcher { some() }
@MainActor var socket: Socket { some() }
@MainActor var feed: Feed { some() }
@MainActor var store: Store<Page> { some() }
@MainActor var list: Store<List> { some() }
@MainActor var lobby: Store<Lobby> { some() }
@MainActor var rooms: StoreFamily<String, Room> { some() }
@MainActor var threads: StoreFamily<ChildKey<String, Int>, Thread> { some() }
@MainActor var calendar: Calendar { some() }
@MainActor var services: Service { some() }

@MainActor func makeRoom(_ id: String, with services: Service, on dispatcher: Dispatcher) -> Store<Room> { some() }
@MainActor func makeThread(_ id: Int, in room: String, on dispatcher: Dispatcher) -> Store<Thread> { some() }
@MainActor func makeEditor(_ id: Int, on dispatcher: Dispatcher) -> Store<Draft> { some() }
@MainActor func makeEditor(_ id: Int, in room: String, on dispatcher: Dispatcher) -> Store<Draft> { some() }
@MainActor func makePane(on dispatcher: Dispatcher) -> Store<Int> { some() }
func work() async -> Int { 1 }
func load(_ id: Int) -> Effect { some() }

@MainActor final class Blocks {
    func showSpinner(_ isVisible: Bool) {}
    func reload(_ keys: some Any) {}
}

struct Page { var text = "", isSaving = false, ids: [Int] = [] }
struct List { var editedID: Int? }
struct Lobby { var roomIDs: [String] = [] }
struct Room { var messages: [String] = [], threadIDs: [Int] = [], editedID: Int?, unreadCount = 0 }
struct Thread {}
struct Draft {}
struct Payment {}
struct Calendar { let isSunday = true }
final class Socket { var onMessage: @Sendable (String) -> Void = { _ in } }
final class Feed { var prices: Signal<Double> { some() } }
final class Service: Sendable {
    func download(_ url: URL) -> AsyncStream<Double> { some() }
    func items() async -> [String] { some() }
    func hits(_ text: String) async throws -> [String] { some() }
    func save(_ text: String) async throws -> Date { some() }
}

struct Add: Action { let amount: Int }
struct Cancel: Action {}
struct Downloaded: Action {}
struct Failed: Action { let message: String }
struct Finished: Action { let with: Int }
struct Found: Action { let hits: [String] }
struct Joined: Action { let room: String }
struct LoadAll: Action {}
struct Loaded: Action { let items: [String] }
struct MessageArrived: Action { let text: String }
struct Order: Action {}
struct PriceChanged: Action { let to: Double }
struct Progress: Action { init(_ progress: Double) {} }
struct Refused: Action { let reason: String }
struct Save: Action {}
struct Saved: Action { let at: Date }
struct Say: Action { let text: String }
struct Scroll: Action { let to: Int }
struct Search: Action { let text: String }
struct Started: Action {}
