import CalDAV
import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import SampleCalendarServer
import Synchronization

@testable import ToDoList

/// A server, and devices whose networks and ends an exploration decides. The clock on the wall stands still, and nothing
/// is random: then moments that look the same are the same.
final class OrdersStage {
    let world: World
    let server: SampleCalendarServer
    private(set) var devices: [OrdersDevice] = []

    /// Whether the exploration has begun.
    fileprivate let beginning = Beginning()

    init(_ world: World) {
        self.world = world
        server = SampleCalendarServer(clock: world.scheduler)
        let calendar = server.change { $0.makeCalendar("Tasks") }
        world.compare("calendar") { [server] in
            server.change { $0.calendars[calendar]?.items.values.map { "\($0.path) \($0.etag?.text ?? "")" }.sorted() ?? [] }
        }
    }

    /// Makes devices that are synchronised, with the items that the first of them had, and begins.
    func begin(with items: [ToDoItem] = [], _ devices: OrdersDevice...) throws {
        self.devices = devices
        for device in devices {
            try device.begin(on: self)
            if device === devices.first { items.forEach { device.list.perform(AddItem(item: $0)) } }
            device.advance()
        }
        beginning.end()
    }

    /// The to-dos at the server, as a list has them.
    var stored: [ToDoItem] {
        let items = server.change { $0.calendars.values.flatMap { $0.items.values } }
        return items.compactMap { $0.toDo }.map { ToDoItem($0, in: present().timeZone) }.sorted { $0.id < $1.id }
    }

    /// Whether a device shows what the server has.
    func agrees(_ device: OrdersDevice) -> Bool {
        let stored = stored
        return stored.map(\.id) == device.items.map(\.id) && zip(stored, device.items).allSatisfy { $0.agrees(with: $1) }
    }
}

/// A device with a list that is synchronised. It has a disk, and can end, if it is asked to.
final class OrdersDevice {
    let name: String
    private let disk: SimulatedDisk?
    private let statuses: [Int]
    private let mayGo: Bool
    private let user: (OrdersDevice, World) -> Void
    private(set) var list: ToDoList!
    private var scheduler: TestScheduler!

    /// - Parameters:
    ///   - hasDisk: Whether it keeps its list.
    ///   - statuses: The statuses with which the server may refuse its changes.
    ///   - mayGo: Whether its network may go.
    ///   - user: What its user may do.
    init(
        _ name: String,
        hasDisk: Bool = false,
        refusing statuses: [Int] = [],
        mayGo: Bool = false,
        user: @escaping (OrdersDevice, World) -> Void
    ) {
        (self.name, self.statuses, self.mayGo, self.user) = (name, statuses, mayGo, user)
        disk = hasDisk ? SimulatedDisk(seed: 1) : nil
    }

    fileprivate func begin(on stage: OrdersStage) throws {
        try stage.world.program(name) { [unowned self, unowned stage] in
            let world = stage.world
            scheduler = world.scheduler
            let network = world.network(mayGo: mayGo)
            let calm = CalmTransport(
                beginning: stage.beginning,
                before: stage.server.transport,
                after: network.transport(refusing: statuses, over: AnyTransport(stage.server.transport))
            )
            let account = try CalendarAccount(
                at: URL(string: "https://cal.example/dav/calendars/ada/Tasks/")!,
                user: "ada",
                password: Secret("secret"),
                over: calm,
                clock: world.scheduler
            )
            let clock = WallClock { present() }
            var services = ToDoServices(identifiers: .inOrder(), clock: clock, sync: SyncService(account, clock: clock))
            (services.device, services.random) = (name, RandomNumbers(NoRandomness()))
            let dispatcher = Dispatcher(on: world.scheduler)
            let journal = try disk.map { disk in
                let folder = URL(fileURLWithPath: "/\(name)")
                return try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: disk.start(in: world))
            }
            list = try ToDoList(with: services, on: dispatcher, journal: journal)
            user(self, world)
            return list.inspection
        }
    }

    fileprivate func advance() { scheduler.advance() }

    var state: ToDoState { list.items.state.value }
    var items: [ToDoItem] { state.items.sorted { $0.id < $1.id } }
    var status: String { state.syncStatus.text }

    func has(_ id: String) -> Bool { state.items[id: id] != nil }
    func add(_ title: String) { list.perform(AddItem(item: item(title))) }
    func edit(_ id: String, _ edits: ItemEdit...) { list.perform(EditItem(id: id, edits: edits)) }
    func delete(_ id: String) { list.perform(DeleteItem(id: id)) }
}

/// Whether an exploration has begun.
private final class Beginning: Sendable {
    private let over = Mutex(false)

    var isOver: Bool { over.withLock { $0 } }
    func end() { over.withLock { $0 = true } }
}

/// Sends straight to the server until an exploration has begun.
private struct CalmTransport: Transport {
    let beginning: Beginning
    let before, after: any Transport

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        try await (beginning.isOver ? after : before).send(request, to: receiver)
    }
}

private struct AnyTransport: Transport {
    let transport: any Transport

    init(_ transport: any Transport) { self.transport = transport }

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        try await transport.send(request, to: receiver)
    }
}

/// Returns the same number each time: one in the middle, since ranges refuse some at the ends.
private struct NoRandomness: RandomNumberGenerator { func next() -> UInt64 { 1 << 63 } }
