// The names that the examples in doc comments of this module use, for .ci/documentation, on iOS.
@_exported import Millrace
import MillraceApp
import MillraceUI
@_exported import SwiftUI
@_exported import UIKit

func some<Value>(_ type: Value.Type = Value.self) -> Value { fatalError() }

@MainActor final class Blocks {
    let subscriptions = SubscriptionBag()
    func save() {}
}

@MainActor var routes: Store<Route<Screen>> { some() }
@MainActor var route: ObservedRoute<Screen> { some() }
@MainActor var rooms: StoreFamily<Route<Screen>.Place, Room> { some() }
@MainActor var store: ObservedStore<Room> { some() }
@MainActor var panels: Observable<ListModel<ListRow>> { some() }
@MainActor var posts: LiveView<PostRow> { some() }
@MainActor var notes: Observed<Rows<Note>> { some() }
@MainActor var editor: Text { some() }
@MainActor var button: UIButton { some() }
@MainActor var tableView: UITableView { some() }
@MainActor var collectionView: UICollectionView { some() }
@MainActor func makeCounter() -> Store<Counter> { some() }

enum Screen: Hashable, Codable, Sendable {
    case rooms, room(String)
    var title: String { "" }
    var symbol: String { "" }
}
struct Room {
    var draft = ""
    var problem: String?
    var booking = MillraceApp.Draft(Booking())
}
struct Booking: Editable {
    var guest = ""
    static let fields: [Field<Booking>] = [Field("guest", \.guest)]
}
struct Counter { var count = 0 }
struct Note: Identifiable, Equatable, Sendable { let id: Int }
struct PostRow: Identifiable, Equatable, Sendable { let id: Int }
struct Draft: Action { let text: String }
struct HideProblem: Action {}
struct Add: Action { let amount: Int }

final class PostCell: UICollectionViewCell {
    func show(_ row: PostRow) {}
}
struct RoomList: View { var body: some View { Text("") } }
struct RoomView: View {
    init(room: String) {}
    init(store: ObservedStore<Room>) {}
    var body: some View { Text("") }
}
struct NoteRow: View {
    let note: Note
    var body: some View { Text("") }
}
