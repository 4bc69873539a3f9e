import Millrace
import MillraceOffline

// What the screen does in Millrace, with reactions and without.

struct WriteText: Action { let text: String }
struct ClearText: Action {}
struct OpenLink: Action { let text: String }
struct Found: Action { let hits: [String] }

struct BeginGuests: Action {}
struct MarkGuest: Action { let id: Guest.ID, isHere: Bool }
/// The user pulls, or the network is back.
struct Refresh: Action {}

struct CheckIn: OutboxEdit {
    typealias Reply = Guest
    let subject: Guest.ID
    let isHere: Bool
}

func makeSender(_ service: GuestService) -> OutboxSender<CheckIn> {
    OutboxSender(jitter: 0, durability: .immediate) { entry in
        .saved(try await service.save(entry.edit))
    } catching: { _ in
        .later()
    }
}

extension Table<Guest> {
    /// Takes what the server has, where nothing waits to be sent.
    mutating func take(_ news: GuestNews, isWhole: Bool = false, beside outbox: Outbox<CheckIn>) {
        let gone = isWhole ? Set(ids).subtracting(news.changed.map(\.id)) : Set(news.removed)
        for id in gone where outbox.status(of: id) == .saved { remove(id: id) }
        for guest in news.changed where outbox.status(of: guest.id) == .saved { updateOrAppend(guest) }
    }
}
