import Millrace
import MillraceOffline

// A list that is pulled: with a pull, and reactions. `GuestListByHand` is the same without.

struct GuestList {
    var guests: Table<Guest> = []
    var outbox = Outbox<CheckIn>(device: "desk")
    var pull = Pull<GuestNews>()
}

func makeGuestList(on dispatcher: Dispatcher, service: GuestService) -> Store<GuestList> {
    let sender = makeSender(service)
    let source = PullSource<GuestNews>(every: .seconds(60)) { token in
        try await service.news(token).map { .news($0) } ?? .forgotten
    } catching: { error in
        .failed("\(error)")
    }
    func sync(_ state: inout GuestList) -> Effect {
        [state.outbox.send(by: sender), state.pull.ask(source, beside: state.outbox)]
    }
    return Store(GuestList(), on: dispatcher, name: "guests") { store in
        store.on(BeginGuests.self) { state, _ in sync(&state) }
        store.on(Refresh.self) { state, _ in
            state.outbox.hurry()
            state.pull.hurry()
        }
        store.on(MarkGuest.self) { state, mark in
            state.guests[id: mark.id]?.isHere = mark.isHere
            state.outbox.add(CheckIn(subject: mark.id, isHere: mark.isHere))
        }
        store.on(OutboxAnswered<CheckIn>.self) { state, answered in
            guard state.outbox.take(answered) != nil, case .saved(let guest?, _) = answered.answer else { return }
            state.guests.take(GuestNews(changed: [guest]), beside: state.outbox)
        }
        store.on(Pulled<GuestNews>.self) { state, pulled in
            guard let news = state.pull.take(pulled, beside: state.outbox) else { return }
            state.guests.take(news, isWhole: pulled.isWhole, beside: state.outbox)
        }
        store.onChange(of: \.outbox) { state, _ in sync(&state) }
        store.onChange(of: \.pull) { state, _ in sync(&state) }
    }
}
