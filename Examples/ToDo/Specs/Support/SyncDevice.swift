import CalDAV
import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline
import MillraceSpecs
import SampleCalendarServer
import MillraceSimulation
import Synchronization

@testable import ToDoList

/// A device with a list that is synchronised, on a disk in memory. It can crash.
final class SyncDevice {
    let name: String
    let disk: SimulatedDisk
    let network: SyncNetwork
    private let wall: Wall
    private(set) var list: ToDoList!

    init(_ name: String, of server: SampleCalendarServer, on wall: Wall, seed: UInt64 = 1, isOnline: Bool = true) {
        (self.name, self.wall) = (name, wall)
        disk = SimulatedDisk(seed: seed)
        network = SyncNetwork(over: server.transport, of: disk, seed: seed)
        network.isUp = isOnline
        restart()
    }

    /// Ends the program, at once, and begins it again.
    func restart(losing loss: PowerLoss? = nil, calendar: String? = nil) {
        list = nil
        let dispatcher = Dispatcher(on: wall.scheduler)
        let account = try! CalendarAccount(
            at: URL(string: "https://cal.example")!,
            user: "ada",
            password: Secret("secret"),
            over: network,
            clock: wall.scheduler
        )
        let sync = SyncService(account, calendar: calendar, clock: wall.clock)
        var services = ToDoServices(identifiers: .random, clock: wall.clock, sync: sync)
        services.device = name
        let folder = URL(fileURLWithPath: "/todo")
        let journal = try! Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: disk.start(losing: loss))
        list = try! ToDoList(with: services, on: dispatcher, journal: journal)
    }

    var state: ToDoState { list.items.state.value }
    var items: [ToDoItem] { state.items.sorted { $0.id < $1.id } }
    var titles: [String] { items.map(\.title) }
    var status: String { state.syncStatus.text }

    func add(_ title: String) { list.perform(AddItem(item: item(title))) }
    func edit(_ id: String, _ edits: ItemEdit...) { list.perform(EditItem(id: id, edits: edits)) }
    func delete(_ id: String) { list.perform(DeleteItem(id: id)) }
}

/// A server with two devices, on virtual time.
final class SyncStage {
    let wall = Wall()
    let server: SampleCalendarServer
    let phone, laptop: SyncDevice

    init(seed: UInt64 = 1) {
        server = SampleCalendarServer(latency: .milliseconds(10), clock: wall.scheduler)
        phone = SyncDevice("phone", of: server, on: wall, seed: seed)
        laptop = SyncDevice("laptop", of: server, on: wall, seed: seed &+ 1)
        settle()
    }

    var devices: [SyncDevice] { [phone, laptop] }

    /// Gives both devices the time to ask what is new, twice.
    func settle() { wall.advance(by: .seconds(130)) }

    var calendar: DAVPath { server.change { $0.makeCalendar("Tasks") } }

    /// The to-dos at the server, by their identities.
    var stored: [String: CalendarToDo] {
        let items = server.change { [calendar] in $0.calendars[calendar]?.items ?? [:] }
        let toDos = items.values.compactMap(\.toDo)
        return Dictionary(toDos.map { ($0.uid, $0) }) { $1 }
    }

    /// Changes an item at the server, as another program would.
    func change(_ id: String, _ body: (inout CalendarToDo) -> Void) {
        let calendar = calendar
        server.change { server in
            guard let item = server.calendars[calendar]?.items.values.first(where: { $0.toDo?.uid == id }),
                var toDo = item.toDo
            else { return }
            body(&toDo)
            server.save(toDo.calendar, at: item.path, in: calendar)
        }
    }
}

/// A network that can be switched off, and loses requests and answers. What a process sends that has ended reaches
/// nobody.
final class SyncNetwork: Transport {
    /// What becomes of a request.
    enum Fault {
        /// The server does not get it.
        case lost
        /// The server acts on it, and its answer does not arrive.
        case unanswered
        /// It arrives when the spec says so, and is not answered.
        case delayed
        case refused(Int)
    }

    private struct State {
        var isUp = true
        var losses = 0.0
        var fault: (@Sendable (HTTPMethod) -> Fault?)?
        var delayed: [HTTPRequest] = []
        var random: SeededGenerator
    }

    private let transport: any Transport
    private let disk: SimulatedDisk
    private let state: Mutex<State>

    init(over transport: any Transport, of disk: SimulatedDisk, seed: UInt64) {
        (self.transport, self.disk) = (transport, disk)
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    var isUp: Bool {
        get { state.withLock { $0.isUp } }
        set { state.withLock { $0.isUp = newValue } }
    }

    /// Which part of the requests is lost, and of the answers.
    var losses: Double {
        get { state.withLock { $0.losses } }
        set { state.withLock { $0.losses = newValue } }
    }

    /// What becomes of requests of a method; nil where they and their answers arrive.
    var fault: (@Sendable (HTTPMethod) -> Fault?)? {
        get { state.withLock { $0.fault } }
        set { state.withLock { $0.fault = newValue } }
    }

    /// The requests that were delayed, which are there no more.
    func takeDelayed() -> [HTTPRequest] {
        state.withLock { state in
            defer { state.delayed = [] }
            return state.delayed
        }
    }

    private var isLost: Bool {
        state.withLock { !$0.isUp || Double.random(in: 0..<1, using: &$0.random) < $0.losses } || disk.isStopped
    }

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        if isLost { throw .noNetwork }
        let fault = fault?(request.method)
        switch fault {
        case .lost: throw .brokenAnswer
        case .delayed:
            state.withLock { $0.delayed.append(request) }
            throw .brokenAnswer
        case .refused(let status):
            _ = receiver.receive(head: Response(status))
            return
        case .unanswered, nil: break
        }
        let answer = Mutex((Response(), Data()))
        let keeper = AnswerReceiver { head in
            answer.withLock { $0.0 = head }
            return true
        } onPiece: { piece in
            answer.withLock { $0.1 += piece }
            return true
        }
        try await transport.send(request, to: keeper)
        if case .unanswered = fault { throw .brokenAnswer }
        if isLost { throw .brokenAnswer }
        let (head, body) = answer.withLock { $0 }
        if receiver.receive(head: head), !body.isEmpty { _ = receiver.receive(body) }
    }
}
