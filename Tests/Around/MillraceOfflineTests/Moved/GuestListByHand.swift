import Millrace
import MillraceOffline

// The list as it is written without a pull and without reactions, for `GuestScreenSpec`.

struct PlainGuestList {
    var guests: Table<Guest> = []
    var outbox = Outbox<CheckIn>(device: "desk")
    var token: Int?
    var wantsNews = true, isAsking = false
    /// Whether sending has begun since it was asked: the answer is then older than what is known.
    var isOutdated = false
    var failure: String?
}

struct NewsCame: Action { let news: GuestNews?, isWhole: Bool }
struct NewsFailed: Action { let reason: String }
struct IntervalPassed: Action {}

func makePlainGuestList(on dispatcher: Dispatcher, service: GuestService) -> Store<PlainGuestList> {
    let sender = makeSender(service)
    func sync(_ state: inout PlainGuestList) -> Effect {
        let before = state.outbox.counts.sending
        let sending = state.outbox.send(by: sender)
        let count = state.outbox.counts.sending
        if count > before { state.isOutdated = state.isAsking }
        guard count == 0, state.wantsNews, !state.isAsking else { return sending }
        (state.wantsNews, state.isAsking, state.isOutdated) = (false, true, false)
        let token = state.token
        let asking = Effect.run("news", .latest) {
            NewsCame(news: try await service.news(token), isWhole: token == nil)
        } catching: { error in
            NewsFailed(reason: "\(error)")
        }
        return [sending, .cancel("interval"), asking]
    }
    let interval = Effect.run("interval", .latest, after: .seconds(60)) { IntervalPassed() }
    return Store(PlainGuestList(), on: dispatcher, name: "guests") { store in
        store.on(BeginGuests.self) { state, _ in sync(&state) }
        store.on(Refresh.self) { state, _ in
            state.outbox.hurry()
            state.wantsNews = true
            return sync(&state)
        }
        store.on(IntervalPassed.self) { state, _ in
            state.wantsNews = true
            return sync(&state)
        }
        store.on(MarkGuest.self) { state, mark in
            state.guests[id: mark.id]?.isHere = mark.isHere
            state.outbox.add(CheckIn(subject: mark.id, isHere: mark.isHere))
            return sync(&state)
        }
        store.on(OutboxAnswered<CheckIn>.self) { state, answered in
            if state.outbox.take(answered) != nil, case .saved(let guest?, _) = answered.answer {
                state.guests.take(GuestNews(changed: [guest]), beside: state.outbox)
            }
            return sync(&state)
        }
        store.on(NewsCame.self) { state, answer in
            state.isAsking = false
            if state.isOutdated {
                state.wantsNews = true
            } else if let news = answer.news {
                state.guests.take(news, isWhole: answer.isWhole, beside: state.outbox)
                (state.token, state.failure) = (news.token, nil)
            } else {
                (state.token, state.wantsNews) = (nil, state.wantsNews || state.token != nil)
            }
            return [interval, sync(&state)]
        }
        store.on(NewsFailed.self) { state, failed in
            (state.isAsking, state.failure) = (false, failed.reason)
            return [interval, sync(&state)]
        }
    }
}
