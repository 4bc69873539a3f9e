// The names that the examples in doc comments of this module use, for .ci/documentation: an object of some app, and what
// stands around it.
import Foundation
import Millrace
@_exported import Synchronization

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

let clock = ActorScheduler.main
let scheduler = ActorScheduler.main
let service = Service()
let document = Document(id: 1, title: "")
@MainActor var from: Variable<Date> { some() }
@MainActor var to: Variable<Date> { some() }
@MainActor var monday: Date { some() }
@MainActor var friday: Date { some() }
@MainActor var prices: Signal<Double> { some() }
@MainActor var archive: Archive { some() }
@MainActor var window: Archive { some() }
@MainActor var title: Observable<String> { some() }
@MainActor var answers: Observable<String?> { some() }
@MainActor var receiver: Receiver { some() }
@MainActor var isOnline: Bool { some() }
@MainActor var queries: Signal<String> { some() }
@MainActor var searches: Signal<String> { some() }
@MainActor var resets: Signal<Void> { some() }
@MainActor var typed: Signal<String> { some() }
@MainActor var retried: Signal<String> { some() }
@MainActor var changes: Signal<String> { some() }
@MainActor var scrolled: Signal<Int> { some() }
@MainActor var score: Observable<Int> { some() }
@MainActor var state: Observable<State> { some() }
@MainActor var text: Variable<String> { some() }
@MainActor var taps: Signal<Void> { some() }
@MainActor var form: Observable<String> { some() }
@MainActor var lines: Signal<String> { some() }
@MainActor var deadlines: Signal<Void> { some() }
@MainActor var numbers: Signal<Int> { some() }
@MainActor var widths: Signal<Int> { some() }
@MainActor var heights: Signal<Int> { some() }
@MainActor var width: Observable<Int> { some() }
@MainActor var height: Observable<Int> { some() }
@MainActor var city: Observable<String> { some() }
@MainActor var degrees: Observable<Int> { some() }
@MainActor var titles: Observable<String> { some() }
@MainActor var subscriptions: SubscriptionBag { some() }
@MainActor var failures: Signal<Failure> { some() }
@MainActor var files: Signal<URL> { some() }
@MainActor var selectedID: Observable<Int> { some() }
@MainActor var openings: Signal<Int> { some() }
@MainActor var documents: Documents { some() }
@MainActor var amounts: Signal<Int> { some() }
@MainActor var rows: Observable<[String]> { some() }
@MainActor var clicks: Signal<Void> { some() }
@MainActor var updates: Signal<Update> { some() }
@MainActor var emitter: Emitter<Int> { some() }
@MainActor var saving: Activity { some() }
@MainActor var draft: Variable<String> { some() }
@MainActor var names: Variable<[String]> { some() }
@MainActor var screen: Display { some() }
@MainActor var requests: Signal<Result<Answer, ServiceError>> { some() }
@MainActor var list: Display { some() }
@MainActor var results: Signal<[String]> {
    get { some() }
    set {}
}

func search(_ text: String) -> [String] { some() }
func difference(_ old: [String], _ new: [String]) -> Int { some() }

@MainActor final class Blocks {
    var spinner: Spinner { some() }

    func find(_ query: String) async -> [String] { some() }
    func show(_ value: some Any) {}
    func refresh() {}
}

final class Archive: Sendable {
    func store(_ value: some Any) async {}
    func show(_ value: some Any) async {}
}
final class Spinner {
    var isVisible: Bool {
        get { some() }
        set {}
    }
}
final class Display {
    var title = ""
    func apply(_ difference: Int) {}
}
enum Answer: Sendable { case timedOut }
struct Failure { let message: String }
struct Update: Sendable {}
struct Price: Sendable {}
struct Position: Sendable {}
enum ServiceError: Error { case tooSlow }
@MainActor final class PriceFeed { var onPrice: @Sendable (Price) -> Void = { _ in } }
final class Receiver {
    func watch(_ body: @escaping (Position) -> Void) -> Int { some() }
    func stop(_ watch: Int) {}
}
struct Row: Equatable {}
struct State { let text: String, title: String, rows: [Row] }
struct Document { let id: Int, title: String }
final class Documents {
    func document(_ id: Int) -> Observable<Document> { some() }
    func removeDuplicates<ID: Equatable>(by path: KeyPath<Document, ID>) -> Signal<Document> { some() }
}
extension Document { func save() async {} }
final class Service: Sendable {
    var title: Observable<String> { some() }
    var offers: Signal<Answer> { some() }
    func cities(_ text: String) async throws -> [String] { some() }
    func save(_ text: String) async throws -> String { some() }
    func profile() async -> String? { some() }
    func answers(to text: String) async -> [String] { some() }
    func answers(to text: String) -> Signal<[String]> { some() }
    func progress(of file: URL) -> Signal<Double> { some() }
    func upload(_ file: URL) async {}
}
final class SearchService: Sendable { func results(for text: String) async -> [String] { some() } }
extension Notification.Name { static var appWillQuit: Notification.Name { some() } }
