import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Families whose last reference goes on another thread, while their dispatcher, on the main actor, is in use. Run
/// under the thread sanitizer, too.
final class FamilyReleaseElsewhereSpec: Spec {
    /// An object of the main actor, and so `Sendable`, that owns a family and observes it.
    @MainActor
    private final class Screen {
        let family: StoreFamily<Int, Tracked>
        let subscriptions = SubscriptionBag()
        private(set) var changes = 0
        private(set) var count = 0

        init(of lobby: Store<Lobby>, _ track: @escaping () -> Tracked) {
            let dispatcher = lobby.dispatcher
            family = StoreFamily(of: lobby, \.rooms, name: "rooms") { _ in
                Store(track(), on: dispatcher) { $0.on(Say.self) { _, _ in } }
            }
            family.changes.observe { [weak self] _ in self?.changes += 1 }.store(in: subscriptions)
            family.collect(\.number).observe { [weak self] in self?.count = $0.count }.store(in: subscriptions)
            family.state(of: 1).observe { _ in }.store(in: subscriptions)
        }
    }

    @MainActor func testSpec() async {
        describe("a family that is released by a detached task") {
            it("follows nothing any more, and its members are freed") {
                let dispatcher = Dispatcher()
                let lobby = makeLobby([1, 2], on: dispatcher)
                await expect { scene in
                    var screen: Screen? = Screen(of: lobby) { scene.instance() }
                    dispatcher.dispatch(Say("a"))
                    expect(screen?.changes).to(equal(1))
                    let (isLast, last) = AsyncStream<Void>.makeStream()
                    let task = Task.detached { [screen] in
                        for await _ in isLast {}
                        withExtendedLifetime(screen) {}
                    }
                    screen = nil
                    last.finish()
                    await task.value
                    dispatcher.dispatch(Open(room: 3))
                    dispatcher.dispatch(Say("a"))
                }.to(leakNothing())
            }

            it("may go while actions are dispatched and elements come and go, in any number") {
                let dispatcher = Dispatcher()
                let lobby = makeLobby([1], on: dispatcher)
                let lasting = Screen(of: lobby) { Tracked() }
                await expect { scene in
                    var tasks: [Task<Void, Never>] = []
                    for round in 1...200 {
                        var screens = (0..<3).map { _ in Screen(of: lobby) { scene.instance() } }
                        tasks.append(Task.detached { [screens] in withExtendedLifetime(screens) {} })
                        screens = []
                        dispatcher.dispatch(SetRooms(rooms: [1, round]))
                        dispatcher.dispatch(Say("a"))
                        if round % 10 == 0 { await Task.yield() }
                    }
                    for task in tasks { await task.value }
                    dispatcher.dispatch(Say("a"))
                    dispatcher.dispatch(SetRooms(rooms: [1]))
                }.to(leakNothing())
                expect(lasting.count).to(equal(1))
                // The first round changes no member of the lasting one.
                expect(lasting.changes).to(equal(199 + 200 + 2))
            }
        }
    }
}
