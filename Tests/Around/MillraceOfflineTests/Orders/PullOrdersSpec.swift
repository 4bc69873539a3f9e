import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import MillraceStorage
import Synchronization
import TestSupport

/// Law J11 in every order: a label is written while others write it, questions and answers overtake each other and are
/// lost, the server forgets, the network comes back, and the program ends.
final class PullOrdersSpec: Spec {
    struct Lost: Error {}

    private static let limit = Duration.seconds(600)

    /// A server, and what it has seen that must not be.
    final class Server: Sendable {
        struct State: Equatable {
            var server = LabelServer()
            var sending = 0
            var wrong: [String] = []
        }

        let state = Mutex(State())

        func change<Result>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }
    }

    private static func makeSender(
        _ server: Server,
        _ outside: Outside,
        _ durability: Durability
    ) -> OutboxSender<
        LabelEdit
    > {
        OutboxSender(
            backoff: .exponential(.seconds(1), upTo: .seconds(1)),
            jitter: 0,
            durability: durability
        ) { entry in
            server.change { $0.sending += 1 }
            defer { server.change { $0.sending -= 1 } }
            return try await outside.answer("send \(entry.edit.text ?? "-")", failing: [Lost()], isChange: true) {
                .saved(server.change { $0.server.save(entry) })
            }
        } catching: { _ in
            .later()
        }
    }

    private static func makeSource(_ server: Server, _ outside: Outside) -> PullSource<LabelNews> {
        PullSource(every: .seconds(60)) { token in
            server.change { if $0.sending > 0 { $0.wrong.append("it asks while something is sent") } }
            return try await outside.answer("ask \(token.map { "\($0)" } ?? "all")", failing: [Lost()]) {
                server.change { $0.server.news(since: token) }.map { .news($0) } ?? .forgotten
            }
        } catching: { _ in
            .failed("lost")
        }
    }

    private static func begin(_ world: World, _ server: Server, _ store: @escaping () -> Store<Labels>) {
        world.mayStayInFlight("pull again")
        world.compare("server") { server.change { $0 } }
        world.always("nothing is asked while something is sent (J11)") {
            server.change { $0.wrong }
        } equals: {
            []
        }
        world.inTheEnd("what the server has is shown") {
            let state = store().state.value
            return state.outbox.counts.isAllSaved
                && state.labels.sorted { $0.id < $1.id }
                    == server.change { $0.server.labels.values.sorted { $0.id < $1.id } }
        }
    }

    /// The user writes, and what was there before is never shown again.
    private static func mayWrite(_ world: World, _ note: Note, _ store: @escaping () -> Store<Labels>) {
        world.may("write") {
            store().dispatcher.dispatch(OnLabels.write(1, "mine"))
            note.isWritten = !note.isLost()
        }
        world.always("what was written does not vanish (J11)") {
            !note.isWritten || store().state.value.labels[id: 1]?.text != "old"
        }
    }

    /// What the user has done.
    final class Note {
        var isWritten = false
        /// Whether the program has ended meanwhile.
        var isLost = { false }
    }

    func testSpec() {
        for isForgotten in [false, true] {
            it("a label is written here and elsewhere\(isForgotten ? ", and the server forgets" : "")") {
                let result = try explore(faults: isForgotten ? 0 : 1, steps: Programs.steps(200_000), time: Self.limit)
                {
                    world in
                    let (server, dispatcher) = (Server(), Dispatcher(on: world.scheduler))
                    server.change { $0.server.write(1, "old") }
                    let store = makeLabels(
                        on: dispatcher,
                        sender: Self.makeSender(server, world.outside, .immediate),
                        source: Self.makeSource(server, world.outside)
                    )
                    dispatcher.dispatch(OnLabels.begin)
                    world.begins { store.state.value.pull.hasAnswered && !store.state.value.pull.isAsking }
                    if isForgotten { world.may("the server forgets") { server.change { $0.server.forget() } } }
                    world.may("others write") { server.change { $0.server.write(1, "theirs") } }
                    let note = Note()
                    world.compare("written") { note.isWritten }
                    Self.mayWrite(world, note) { store }
                    Self.begin(world, server) { store }
                    return Inspection(of: store)
                }
                if Programs.takeAllSteps { expect(result.isComplete).to(beTrue()) }
            }
        }

        it("the program ends, and goes on from what it has kept") {
            let result = try explorePrograms(faults: 0, ends: 1, steps: Programs.steps(200_000), time: Self.limit) {
                world in
                let (server, disk, note) = (Server(), SimulatedDisk(seed: 1), Note())
                note.isLost = { disk.isStopped }
                world.compare("written") { note.isWritten }
                server.change { $0.server.write(1, "old") }
                var phone: (journal: Journal, store: Store<Labels>)!
                try world.program("phone") {
                    // What is on its way to the server from a program that has ended, reaches nobody.
                    server.change { $0.sending = 0 }
                    let dispatcher = Dispatcher(on: world.scheduler)
                    let folder = URL(fileURLWithPath: "/labels")
                    let files = disk.start(in: world)
                    let journal = try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: files)
                    let store = makeLabels(
                        on: dispatcher,
                        sender: Self.makeSender(server, world.outside, journal.durability),
                        source: Self.makeSource(server, world.outside)
                    )
                    try journal.keep(store) {
                        $0.table(\.labels, as: "labels")
                        $0.outbox(\.outbox, as: "outbox")
                        $0.pull(\.pull, as: "pull")
                    }
                    phone = (journal, store)
                    dispatcher.dispatch(OnLabels.begin)
                    Self.mayWrite(world, note) { store }
                    world.may("others write") { server.change { $0.server.write(1, "theirs") } }
                    return Inspection(of: store)
                }
                Self.begin(world, server) { phone.store }
            }
            if Programs.takeAllSteps { expect(result.isComplete).to(beTrue()) }
        }
    }
}
