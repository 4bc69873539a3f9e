import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSpecs
import TestSupport

private struct Lost: Error {}

/// A screen, written in one of two ways, and a server that answers after a while and may lose answers.
private final class Desk {
    private let scheduler = TestScheduler()
    private let dispatcher: Dispatcher
    private var stores: [AnyObject] = []
    private var undo: UndoHistory?
    private var observers: [Subscription] = []
    private var random: SeededGenerator
    private var isCalm = false

    /// What the server has, the number of its last change, and the first one that it has not forgotten.
    private var (guests, removals) = ([Guest.ID: Guest](), [Guest.ID: Int]())
    private var (version, firstVersion, sending) = (0, 0, 0)

    private var shown: Table<Guest> = []
    private var seen: [Guest.ID: Int] = [:]
    private(set) var (text, hits, searched) = ("", [String](), [String]())
    private(set) var problem: String?

    init(isByHand: Bool, _ random: SeededGenerator) {
        (dispatcher, self.random) = (Dispatcher(on: scheduler), random)
        let service = GuestService { [unowned self] text in
            searched.append(text)
            return text.map { "\($0)" }
        } news: { [unowned self] token in
            try await news(since: token)
        } save: { [unowned self] edit in
            try await save(edit)
        }
        if isByHand {
            let (list, search) = (
                makePlainGuestList(on: dispatcher, service: service), makePlainSearch(on: dispatcher, service: service)
            )
            follow(list, search, { ($0.guests, $0.outbox) }, { ($0.text, $0.hits) })
        } else {
            let (list, search) = (
                makeGuestList(on: dispatcher, service: service), makeSearch(on: dispatcher, service: service)
            )
            follow(list, search, { ($0.guests, $0.outbox) }, { ($0.text, $0.hits) })
        }
        dispatcher.dispatch(BeginGuests())
    }

    private func follow<List, Text>(
        _ list: Store<List>,
        _ search: Store<Text>,
        _ guests: @escaping (List) -> (Table<Guest>, Outbox<CheckIn>),
        _ text: @escaping (Text) -> (String, [String])
    ) {
        stores = [list, search]
        undo = UndoHistory(on: dispatcher) { undo in
            undo.track(search)
            undo.step(WriteText.self)
            undo.step(ClearText.self)
        }
        observers = [
            list.state.observe { [unowned self] in look(at: guests($0)) },
            search.state.observe { [unowned self] in (self.text, hits) = text($0) },
        ]
    }

    /// What was known of a guest for whom nothing waits does not become older.
    private func look(at list: (guests: Table<Guest>, outbox: Outbox<CheckIn>)) {
        shown = list.guests
        for guest in shown where list.outbox.status(of: guest.id) == .saved {
            if guest.version < seen[guest.id] ?? 0 { problem = "\(guest) is older than before" }
            seen[guest.id] = guest.version
        }
    }

    nonisolated(nonsending) private func pass() async throws {
        try await scheduler.sleep(for: .milliseconds(isCalm ? 10 : Int.random(in: 0..<900, using: &random)))
        if !isCalm, Int.random(in: 0..<100, using: &random) < 15 { throw Lost() }
    }

    nonisolated(nonsending) private func save(_ edit: CheckIn) async throws -> Guest {
        sending += 1
        defer { sending -= 1 }
        try await pass()
        let guest = write(edit.subject, edit.isHere)
        try await pass()
        return guest
    }

    nonisolated(nonsending) private func news(since token: Int?) async throws -> GuestNews? {
        if sending > 0 { problem = "it asks while something is sent" }
        let (isForgotten, token) = (token.map { $0 < firstVersion } ?? false, token ?? 0)
        let changed = guests.values.filter { $0.version > token }.sorted { $0.id < $1.id }
        let removed = removals.filter { $0.value > token }.keys.sorted()
        let news = GuestNews(changed: changed, removed: removed, token: version)
        try await pass()
        return isForgotten ? nil : news
    }

    @discardableResult
    func write(_ id: Guest.ID, _ isHere: Bool) -> Guest {
        version += 1
        let guest = Guest(id: id, isHere: isHere, version: version)
        (guests[id], removals[id]) = (guest, nil)
        return guest
    }

    func remove(_ id: Guest.ID) {
        version += 1
        (guests[id], removals[id]) = (nil, version)
    }

    func forget() {
        version += 1
        (firstVersion, removals) = (version, [:])
    }

    func dispatch(_ action: some Action) { dispatcher.dispatch(action) }
    func undoOrRedo(_ isUndo: Bool) { if isUndo { undo?.undo() } else { undo?.redo() } }
    func advance(_ milliseconds: Int) { scheduler.advance(by: .milliseconds(milliseconds)) }

    /// Lets all come to its end. Returns what is wrong.
    func finish() -> String? {
        isCalm = true
        advance(200_000)
        if let problem { return problem }
        if hits != text.map({ "\($0)" }) { return "\(hits) are shown for '\(text)'" }
        let stored = guests.values.sorted { $0.id < $1.id }
        let shown = shown.sorted { $0.id < $1.id }
        return shown == stored ? nil : "\(shown) are shown, and the server has \(stored)"
    }
}

/// Random use of a screen, with lost answers and forgotten tokens: with reactions and a pull, and as it is by hand.
final class GuestScreenSpec: Spec {
    func testSpec() {
        it("shows the hits of its text and the guests of the server, written in either way") {
            runPrograms(40) { random in
                let desks = [Desk(isByHand: false, random), Desk(isByHand: true, random)]
                func both(_ body: (Desk) -> Void) { desks.forEach(body) }
                for _ in 0..<60 {
                    let (id, flag) = (Int.random(in: 1...3, using: &random), Bool.random(using: &random))
                    let number = Int.random(in: 0..<1_000, using: &random)
                    switch number % 16 {
                    case 0...2: both { $0.dispatch(MarkGuest(id: id, isHere: flag)) }
                    case 3: both { $0.write(id, flag) }
                    case 4: both { $0.remove(id) }
                    case 5: both { $0.dispatch(Refresh()) }
                    case 6: both { $0.forget() }
                    case 7: both { $0.dispatch(WriteText(text: "\(number)")) }
                    case 8: both { $0.dispatch(ClearText()) }
                    case 9: both { $0.dispatch(OpenLink(text: "\(number)")) }
                    case 10...11: both { $0.undoOrRedo(flag) }
                    case 12: both { $0.advance(60_000) }
                    default: both { $0.advance(number) }
                    }
                }
                let problem = desks.lazy.compactMap { $0.finish() }.first
                return problem ?? (desks[0].text == desks[1].text ? nil : "the texts differ")
            }
        }
    }
}
